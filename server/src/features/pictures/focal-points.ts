import { ApiError, type CallAnswer, type CallInput, type Calls, type FocalPoint } from '@cartouche/contract'
import { recordAudit } from '../../access/audit/record-audit.ts'
import type { Context } from '../../access/context.ts'
import { refusal } from '../../access/decide.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { lockEntities } from '../../model/entities/entities.sql.ts'
import { requireRows } from '../../model/entities/decide-rows.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { project } from '../../model/search/project.ts'
import { findMedia } from '../../model/variations/find-media.ts'
import { deleteFocalPoint, selectFocalPoint, upsertFocalPoint } from './focal-points.sql.ts'

/** @throws entity_not_found, file_missing, sign_in_needed, access_denied */
export async function getFocalPoint(
  context: Context,
  input: CallInput<Calls['getFocalPoint']>,
): Promise<CallAnswer<Calls['getFocalPoint']>> {
  return { focalPoint: (await selectFocalPoint(context.database, await findMedia(context, input))) ?? null }
}

/**
 * Sets what pictures of the present file of an entity are cropped around.
 * @throws entity_not_found, file_missing, sign_in_needed, access_denied
 * @source decision 0203
 */
export async function setFocalPoint(
  context: Context,
  { focalPoint, ...reference }: CallInput<Calls['setFocalPoint']>,
): Promise<CallAnswer<Calls['setFocalPoint']>> {
  const media = await findMedia(context, reference)
  if (media.resource === 'massimportitem') throw refusal(context.identity)
  const { resource, id } = media
  const schema = await getSchemaOf(context, resource)
  await requireRows(context, schema, [id], 'update')
  const point = focalPoint && { x: round(focalPoint.x), y: round(focalPoint.y) }
  await withTransaction(context.database, async (transaction) => {
    await lockEntities(transaction, resource, [id])
    const before = await selectFocalPoint(transaction, media)
    if (point === null) await deleteFocalPoint(transaction, media)
    else if (!(await upsertFocalPoint(transaction, media, point)))
      throw new ApiError('entity_not_found', { resource, id })
    // Another revision: what is remembered of the asset holds its focal point, too.
    await project(transaction, schema, [id])
    await recordAudit(context, transaction, {
      kind: 'focalpoint.updated',
      target: { resource, id, name: media.fileName },
      before: auditOf(before),
      after: auditOf(point),
    })
  })
  return { focalPoint: point }
}

/** To the ten-thousandth of a side: finer than anybody points. */
const round = (share: number): number => Math.round(share * 10_000) / 10_000

const auditOf = (point: FocalPoint | null | undefined) => ({ focalPoint: point ?? null })
