import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import { recordAudit } from '../../access/audit/record-audit.ts'
import type { Context } from '../../access/context.ts'
import { may } from '../../access/decide.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { currentUserId } from '../../model/entities/current-user-id.ts'
import { lookAtRows, requireRows } from '../../model/entities/decide-rows.ts'
import { lockEntities, selectState } from '../../model/entities/entities.sql.ts'
import { lockTrash, restoreRows } from '../../model/entities/trash/trash.sql.ts'
import { getSchemaOf, listSchemas } from '../../model/schemas/schema-registry.ts'
import { project } from '../../model/search/project.ts'
import { announceCart } from '../carts/announce-cart.ts'
import { findMerge } from './merge-assets.ts'
import {
  deleteLinksTo,
  growVersions,
  returnCartPlaces,
  returnCovers,
  returnEmbeds,
  returnLinks,
  returnMarks,
  returnMergedInto,
  settleMerge,
  unpinCartPlaces,
  writeTexts,
} from './merges.sql.ts'
import { Moved, type MovedLink } from './moved.ts'
import { returnFields } from './take-fields.ts'

/**
 * Undoes a merge: what was merged is restored from the trash, and what was moved and is still there goes back
 * to it. What somebody changed since stays as it is, and so does what the caller may no longer change.
 * @throws merge_not_found, trash_not_found, trash_occupied, access_denied, entity_not_found, sign_in_needed
 * @source decision 0227
 */
export async function undoMerge(
  context: Context,
  { id }: CallInput<Calls['undoMerge']>,
): Promise<CallAnswer<Calls['undoMerge']>> {
  try {
    return await withTransaction(context.database, async (transaction) => {
      const own = { ...context, database: transaction }
      const { keep, ids, state, moved } = await findMerge(own, id)
      if (state !== 'done') throw new ApiError('merge_not_found')
      await requireRows(own, await getSchemaOf(own, 'asset'), [keep], 'update')
      await lockEntities(transaction, 'asset', [keep])
      const restored = await restoreMerged(own, ids)
      const changed = await returnAll(own, keep, onlyOf(Moved.parse(moved), new Set(restored)))
      await project(transaction, await getSchemaOf(own, 'asset'), [keep, ...restored])
      await settleMerge(transaction, id, 'undone')
      await recordAudit(context, transaction, {
        kind: 'asset.unmerged',
        target: {
          resource: 'asset',
          id: keep,
          name: (await selectState(transaction, 'asset', keep))?.name ?? '',
        },
        after: { ids: restored },
      })
      return { restored, changed }
    })
  } catch (error) {
    if ((error as { code?: string }).code === '23505') throw new ApiError('trash_occupied', { id })
    throw error
  }
}

/** @throws trash_not_found where none of them is in the trash any more */
async function restoreMerged(context: Context, ids: readonly number[]): Promise<number[]> {
  const { database, identity } = context
  const deleter = may(identity, 'trash', 'manage') ? 'anybody' : (currentUserId(context) ?? 0)
  const restored: number[] = []
  for (const id of ids) {
    if ((await lockTrash(database, deleter, 'asset', id)) === undefined) continue
    await restoreRows(database, 'asset', id)
    restored.push(id)
  }
  if (restored.length === 0) throw new ApiError('trash_not_found')
  return restored
}

/** What was moved from assets that are there again. */
function onlyOf(moved: Moved, restored: ReadonlySet<number>): Moved {
  const isBack = ({ from }: { readonly from: number }): boolean => restored.has(from)
  return {
    ...moved,
    places: moved.places.filter(isBack),
    covers: moved.covers.filter(isBack),
    links: moved.links.filter(isBack),
    embeds: moved.embeds.filter(isBack),
    texts: moved.texts.filter(({ from }) => from.every((id) => restored.has(id))),
    merged: moved.merged.filter(({ into }) => restored.has(into)),
  }
}

/** @returns how many places were changed since, or are not the caller's to change, and stay as they are */
async function returnAll(context: Context, keep: number, moved: Moved): Promise<number> {
  const { database } = context
  const { places, pinned, covers, embeds, marks, fields } = moved
  const unpinned = await unpinCartPlaces(database, pinned, keep)
  const carts = await returnCartPlaces(database, places, keep)
  const shown = await returnCovers(database, covers, keep)
  for (const cart of new Set(carts)) await announceCart(database, cart)
  await returnMergedInto(database, moved.merged)
  const links = await returnAllLinks(context, keep, moved)
  const texts = await returnTexts(context, moved.texts)
  const embedded = await returnEmbeds(database, embeds, keep)
  const marked = await returnMarks(database, keep, marks)
  const filled = await returnFields(context, keep, fields)
  const all = [places, pinned, covers, moved.links, moved.texts, embeds, marks, fields]
  const returned = [carts.length, unpinned, shown, links, texts, embedded, marked, filled]
  return all.reduce((sum, { length }) => sum + length, 0) - returned.reduce((sum, one) => sum + one, 0)
}

async function returnAllLinks(
  context: Context,
  keep: number,
  { links, linkedBefore }: Pick<Moved, 'links' | 'linkedBefore'>,
): Promise<number> {
  const { database } = context
  const known = await listSchemas(context)
  const before = new Set(linkedBefore.map(placeOf))
  let count = 0
  for (const [resource, rows] of Map.groupBy(links, (link) => link.resource)) {
    const schema = known.get(resource)
    if (!schema) continue
    const own = await changeable(context, resource, rows)
    await lockEntities(
      database,
      resource,
      own.map(({ id }) => id),
    )
    const returned = await returnLinks(database, own, keep)
    await deleteLinksTo(
      database,
      returned.filter((link) => !before.has(placeOf(link))),
      keep,
    )
    const ids = [...new Set(returned.map(({ id }) => id))]
    await growVersions(database, resource, ids)
    await project(database, schema, ids)
    count += returned.length
  }
  return count
}

const placeOf = ({ resource, id, field }: Pick<MovedLink, 'resource' | 'id' | 'field'>): string =>
  `${resource}/${id}/${field}`

/** Those of some rows that the caller may change. */
async function changeable<Row extends { readonly id: number }>(
  context: Context,
  resource: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = [...new Set(rows.map(({ id }) => id))]
  const decided = await lookAtRows(context, await getSchemaOf(context, resource), ids, ['update'])
  return rows.filter(({ id }) => decided.get(id)?.has('update'))
}

async function returnTexts(context: Context, texts: Moved['texts']): Promise<number> {
  let count = 0
  for (const [resource, rows] of Map.groupBy(texts, (one) => one.resource))
    for (const { id, before, after } of await changeable(context, resource, rows)) {
      if (!(await writeTexts(context.database, { resource, id }, after, before))) continue
      await project(context.database, await getSchemaOf(context, resource), [id])
      count += 1
    }
  return count
}
