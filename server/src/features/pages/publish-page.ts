import { ApiError, assetStatuses } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { recordEdit } from '../../access/audit/record-edit.ts'
import { currentUserId } from '../../model/entities/current-user-id.ts'
import { requireRows } from '../../model/entities/decide-rows.ts'
import { selectTargets } from '../../model/entities/entities.sql.ts'
import { checkPlace } from '../../model/entities/trees/check-place.ts'
import { lockTree } from '../../model/entities/trees/trees.sql.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import { project } from '../../model/search/project.ts'
import { projectParts } from './copy-parts.ts'
import {
  selectOriginal,
  selectPart,
  selectPublic,
  swapPages,
  swapParts,
  updatePartStatus,
  type StoredPart,
} from './parts.sql.ts'
import { deleteSchedule, isScheduledAction } from './page-schedules.sql.ts'
import { pathOf } from './place.ts'

/**
 * What follows when a workflow action gave a page its status, in the transaction that holds the page: all
 * that stands in it has the same; a working copy that is published takes the place of its original.
 * @throws entity_not_found, access_denied, invalid_parameter for a place in the tree that cannot be
 * @source data-layer §4 CMS; decision 0163
 */
export async function followPageAction(
  context: Context,
  schema: Schema,
  id: number,
  action: string,
): Promise<void> {
  const page = await selectPart(context.database, { resource: 'page', id })
  if (!page) return
  const original = action === 'validate' ? await requirePublishing(context, schema, id) : undefined
  if (original === undefined) await setStatus(context, page, page.status)
  else await replaceOriginal(context, schema, page, original)
  // Done by hand, it need not be done again at an instant that was set.
  if (isScheduledAction(action)) await deleteSchedule(context.database, { page: id, action })
}

/**
 * What publishing a page needs beside the right to publish it; answers the original that it takes the place
 * of.
 * @throws entity_not_found, access_denied
 */
export async function requirePublishing(
  context: Context,
  schema: Schema,
  id: number,
): Promise<number | undefined> {
  const original = await selectOriginal(context.database, id)
  await requirePublic(context, schema, id, original)
  if (original !== undefined) await requireRows(context, schema, [original], 'validate')
  return original
}

/**
 * Whoever opens a page to everybody needs the right to; whoever publishes a change of one that is open does
 * not.
 * @throws entity_not_found, access_denied
 * @source decision 0172
 */
async function requirePublic(
  context: Context,
  schema: Schema,
  id: number,
  original: number | undefined,
): Promise<void> {
  const open = await selectPublic(context.database, original === undefined ? [id] : [id, original])
  if (open.includes(id) && (original === undefined || !open.includes(original)))
    await requireRows(context, schema, [id], 'makePublic')
}

async function setStatus(context: Context, page: StoredPart, status: number): Promise<void> {
  await projectParts(context, await updatePartStatus(context.database, page, pathOf(page), status))
}

/**
 * The original and its working copy change what they say and what stands in them. The copy is archived with
 * what was published until now: nothing is lost, and it can be restored and published again.
 */
async function replaceOriginal(
  context: Context,
  schema: Schema,
  copy: StoredPart,
  originalId: number,
): Promise<void> {
  const { database } = context
  const original = await selectPart(database, { resource: 'page', id: originalId }, 'no key update')
  if (!original) throw new ApiError('entity_not_found', { resource: 'page', id: originalId })
  await checkTree(context, schema, original.id, copy.id)
  const modifiedBy = currentUserId(context)
  await swapPages(database, { original, copy, modifiedBy })
  await swapParts(database, pathOf(original), pathOf(copy), modifiedBy)
  await setStatus(context, original, assetStatuses.published)
  await setStatus(context, copy, assetStatuses.archived)
  await project(database, schema, [original.id])
  await recordEdit(context, {
    resource: 'page',
    id: original.id,
    verb: 'updated',
    fields: { publishedFrom: copy.id },
  })
}

/** Each may stand where the other does. */
async function checkTree(context: Context, schema: Schema, one: number, other: number): Promise<void> {
  const { database } = context
  await lockTree(database, 'page')
  for (const [id, from] of [
    [one, other],
    [other, one],
  ] as const)
    for (const parent of await selectTargets(database, { resource: 'page', id: from, field: 'parent' }))
      await checkPlace(database, schema, { id, parent })
}
