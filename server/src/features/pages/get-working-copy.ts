import { ApiError, assetStatuses, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { recordEdit } from '../../access/audit/record-edit.ts'
import { requireAction } from '../../access/decide.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { currentUserId } from '../../model/entities/current-user-id.ts'
import { requireRows } from '../../model/entities/decide-rows.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import { project } from '../../model/search/project.ts'
import { copyParts } from './copy-parts.ts'
import { insertWorkingCopy, selectBelow, selectCopies, selectOriginal, selectPart } from './parts.sql.ts'
import { isOpen, pathOf } from './place.ts'

const openStatuses = [assetStatuses.draft, assetStatuses.submitted]

/**
 * The page that is changed in place of a published one: its draft, which is made the first time. A page that
 * is a draft is its own.
 * @throws entity_not_found, access_denied; csrf_missing where a browser was sent here by another page
 * @source data-layer §7 CMS; decision 0163
 */
export async function getWorkingCopy(
  context: Context,
  { id }: CallInput<Calls['getWorkingCopy']>,
): Promise<CallAnswer<Calls['getWorkingCopy']>> {
  // A link of another page could make a draft by it: scripts ask for it, nobody is sent to it.
  if (context.request.headers['sec-fetch-mode'] === 'navigate') throw new ApiError('csrf_missing')
  const schema = await getSchemaOf(context, 'page')
  await requireRows(context, schema, [id], 'view')
  const copy = await withTransaction(context.database, (database) =>
    findOrMake({ ...context, database }, schema, id),
  )
  return { resource: 'page', response: { data: String(copy) } }
}

async function findOrMake(context: Context, schema: Schema, id: number): Promise<number> {
  const { database } = context
  const asked = await selectPart(database, { resource: 'page', id })
  if (asked && isOpen(asked)) return id
  const original = (await selectOriginal(database, id)) ?? id
  await requireRows(context, schema, [original], 'view')
  // Held, so that two who ask at once get one and the same.
  const page = await selectPart(database, { resource: 'page', id: original }, 'no key update')
  if (!page) throw new ApiError('entity_not_found', { resource: 'page', id })
  const [there] = await selectCopies(database, original, openStatuses)
  if (there === undefined) return makeCopy(context, schema, page.id)
  await requireRows(context, schema, [there], 'view')
  return there
}

async function makeCopy(context: Context, schema: Schema, original: number): Promise<number> {
  requireAction(context.identity, 'page', 'create')
  const { database } = context
  const ownerId = currentUserId(context)
  const id = await insertWorkingCopy(database, original, assetStatuses.draft, ownerId)
  await project(database, schema, [id])
  const root = { resource: 'page', id, status: assetStatuses.draft, owner_id: ownerId, parent: '' } as const
  const from = pathOf({ ...root, id: original })
  const parts = await selectBelow(database, from)
  await copyParts(
    context,
    {
      roots: parts.filter(({ parent }) => parent === from),
      others: parts.filter(({ parent }) => parent !== from),
    },
    { path: pathOf(root), root },
  )
  await recordEdit(context, { resource: 'page', id, verb: 'created', fields: { copietravail: original } })
  return id
}
