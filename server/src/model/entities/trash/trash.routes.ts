import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import { z } from 'zod'
import { recordAudit } from '../../../access/audit/record-audit.ts'
import type { Context } from '../../../access/context.ts'
import { may } from '../../../access/decide.ts'
import type { Pending, Routes } from '../../../access/handler.ts'
import type { ByteSource } from '../../../ground/bytes/byte-source.ts'
import { withTransaction } from '../../../ground/database/database.ts'
import { recipeFor } from '../../../media/rendition-recipes.ts'
import { getSchemaOf } from '../../schemas/schema-registry.ts'
import { project } from '../../search/project.ts'
import { answerVariation } from '../../variations/get-variation.ts'
import { currentUserId } from '../current-user-id.ts'
import {
  deleteTrash,
  lockTrash,
  restoreRows,
  selectTrash,
  selectTrashFile,
  type Deleter,
  type TrashPlace,
} from './trash.sql.ts'

const dayMs = 86_400_000
/** As small as a row of a list shows it. */
const pictureName = 'thumbnailSmall'
const Place = z.object({ deletedAt: z.iso.datetime(), id: z.number().int() })

/** What was deleted and can be restored. @source decision 0181 */
export const trashRoutes: Routes<'listTrash' | 'getTrashPicture' | 'restoreFromTrash' | 'deleteFromTrash'> = {
  listTrash,
  getTrashPicture,
  restoreFromTrash,
  deleteFromTrash,
}

/** @throws token_mismatch */
async function listTrash(
  context: Context,
  { name, max, after }: CallInput<Calls['listTrash']>,
): Promise<CallAnswer<Calls['listTrash']>> {
  const { rows, total, sizeBytes } = await selectTrash(context.database, deleterOf(context), {
    name: name.trim(),
    // One more, to know whether there is a next page.
    max: max + 1,
    after: after === undefined ? undefined : readPlace(after),
  })
  const list = rows.slice(0, max)
  const last = list.at(-1)
  return {
    list: list.map((row) => ({
      resource: row.resource,
      id: row.id,
      name: row.name,
      hasPicture: row.nature !== null && !row.undecodable && recipeFor(pictureName, row.nature) !== null,
      sizeBytes: row.size_bytes,
      deletedAt: row.deleted_at.toISOString(),
      deletedBy:
        row.deleted_by !== null && row.deleter !== null ? { id: row.deleted_by, name: row.deleter } : null,
      endsAt: new Date(row.deleted_at.getTime() + context.settings.trashDays * dayMs).toISOString(),
    })),
    total,
    sizeBytes,
    next:
      last && rows.length > max
        ? writePlace({ deletedAt: last.deleted_at.toISOString(), id: last.id })
        : null,
  }
}

/** @throws trash_not_found, rendition_not_found, rendition_failed */
async function getTrashPicture(
  context: Context,
  { resource, id }: CallInput<Calls['getTrashPicture']>,
): Promise<ByteSource | Pending> {
  const file = await selectTrashFile(context.database, deleterOf(context), resource, id)
  if (!file) throw new ApiError('trash_not_found')
  return answerVariation(
    context,
    {
      ...file,
      resource,
      id,
      nature: file.nature ?? 'OTHER',
      extension: file.extension ?? '',
      width: null,
      height: null,
      panorama: null,
      isLive: false,
      livePhoto: null,
    },
    { variation: pictureName },
  )
}

/** @throws trash_not_found, trash_occupied */
async function restoreFromTrash(
  context: Context,
  { resource, id }: CallInput<Calls['restoreFromTrash']>,
): Promise<CallAnswer<Calls['restoreFromTrash']>> {
  const schema = await getSchemaOf(context, resource)
  try {
    const missing = await withTransaction(context.database, async (transaction) => {
      const name = await hold(context, transaction, resource, id)
      const lost = await restoreRows(transaction, resource, id)
      await project(transaction, schema, [id])
      await recordAudit(context, transaction, {
        kind: `${resource}.restored`,
        target: { resource, id, name },
      })
      return lost
    })
    return { restored: true, missing }
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw new ApiError('trash_occupied', { id })
    throw error
  }
}

/** @throws trash_not_found */
async function deleteFromTrash(
  context: Context,
  { resource, id }: CallInput<Calls['deleteFromTrash']>,
): Promise<CallAnswer<Calls['deleteFromTrash']>> {
  await withTransaction(context.database, async (transaction) => {
    const name = await hold(context, transaction, resource, id)
    await deleteTrash(transaction, resource, id)
    await recordAudit(context, transaction, { kind: `${resource}.purged`, target: { resource, id, name } })
  })
  return { deleted: true }
}

/** @throws trash_not_found */
async function hold(
  context: Context,
  transaction: Context['database'],
  resource: string,
  id: number,
): Promise<string> {
  const name = await lockTrash(transaction, deleterOf(context), resource, id)
  if (name === undefined) throw new ApiError('trash_not_found')
  return name
}

/** People see what they deleted themselves; who manages the trash sees all of it. */
function deleterOf(context: Context): Deleter {
  if (may(context.identity, 'trash', 'manage')) return 'anybody'
  // An application is no user: it has deleted nothing that it could restore.
  return currentUserId(context) ?? 0
}

const writePlace = (place: TrashPlace): string => Buffer.from(JSON.stringify(place)).toString('base64url')

function readPlace(text: string): TrashPlace {
  try {
    return Place.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    throw new ApiError('token_mismatch')
  }
}
