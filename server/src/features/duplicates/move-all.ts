import type { Services } from '../../ground/services.ts'
import type { Database } from '../../ground/database/database.ts'
import { lockEntities, removeEntity, selectState } from '../../model/entities/entities.sql.ts'
import {
  holdAgainstLinks,
  insertMerged,
  moveLinks,
  moveMarks,
  passOnMerged,
} from '../../model/entities/merges/merges.sql.ts'
import { keepInTrash } from '../../model/entities/trash/trash.sql.ts'
import { listSchemas } from '../../model/schemas/schema-registry.ts'
import { project } from '../../model/search/project.ts'
import { findMentions } from '../asset-uses/find-mentions.ts'
import { announceCart } from '../carts/announce-cart.ts'
import {
  moveCartPlaces,
  moveCovers,
  moveEmbeds,
  pinCartPlaces,
  selectLinkedBoth,
  selectLinksTo,
  selectMarks,
  selectMergedInto,
  writeTexts,
} from './merges.sql.ts'
import type { Moved } from './moved.ts'
import { replaceAsset } from './replace-asset.ts'

/** What a merge works with: `database` is its transaction. */
export type MergeServices = Pick<Services, 'database' | 'schemaRegistry' | 'settings'>

/** One asset, and those that give way to it. */
interface Merging {
  readonly keep: number
  readonly ids: readonly number[]
  /** Who merges: they find the others in their trash. */
  readonly by: number | null
}

/**
 * Holds assets until the transaction ends, in the order of their ids: nothing new can link to those that give
 * way, or hold them. @returns the names of those that are there
 */
export async function holdAssets(
  database: Database,
  keep: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>()
  for (const id of [keep, ...ids].toSorted((a, b) => a - b)) {
    const isThere =
      id === keep
        ? (await lockEntities(database, 'asset', [id])).length > 0
        : await holdAgainstLinks(database, { resource: 'asset', id })
    if (isThere) names.set(id, (await selectState(database, 'asset', id))?.name ?? '')
  }
  return names
}

/**
 * Moves everything that leads to some assets to another one, then puts them into the trash: what was moved is
 * not among what comes back from there.
 * @returns what was moved, for undoing it
 */
export async function moveAll(services: MergeServices, merging: Merging): Promise<Omit<Moved, 'fields'>> {
  const { database } = services
  const { keep, ids } = merging
  const covers = await moveCovers(database, ids, keep)
  const pinned = await pinCartPlaces(database, ids, keep)
  const places = await moveCartPlaces(database, ids, keep)
  for (const cart of new Set([...places, ...covers].map((one) => one.cart)))
    await announceCart(database, cart)
  const moved = {
    pinned,
    places,
    covers,
    ...(await moveAllLinks(services, merging)),
    embeds: await moveEmbeds(database, ids, keep),
    texts: await replaceInPages(services, merging),
    marks: await moveAllMarks(database, merging),
    merged: await selectMergedInto(database, ids),
  }
  await trashMerged(services, merging)
  await project(database, await schemaOf(services, 'asset'), [keep])
  return moved
}

async function schemaOf(services: MergeServices, resource: string) {
  const schema = (await listSchemas(services)).get(resource)
  if (!schema) throw new TypeError(`There is no schema of ${resource}`)
  return schema
}

async function moveAllLinks(
  services: MergeServices,
  { keep, ids }: Merging,
): Promise<Pick<Moved, 'links' | 'linkedBefore'>> {
  const { database } = services
  const links = await selectLinksTo(database, ids)
  const linkedBefore = await selectLinkedBoth(database, links, keep)
  for (const [resource, rows] of Map.groupBy(links, (link) => link.resource)) {
    const linking = [...new Set(rows.map(({ id }) => id))]
    await lockEntities(database, resource, linking)
    for (const id of ids)
      await moveLinks(database, { resource, ids: linking }, { resource: 'asset', id }, keep)
    const schema = (await listSchemas(services)).get(resource)
    if (schema) await project(database, schema, linking)
  }
  return { links, linkedBefore }
}

async function replaceInPages(services: MergeServices, { keep, ids }: Merging): Promise<Moved['texts']> {
  const { database } = services
  const wanted = new Set(ids)
  const texts: Moved['texts'] = []
  for (const { row, assets } of await findMentions(database, ids)) {
    const { props, value, translations } = row
    const [before, after] = [{ props, value, translations }, replaceAsset(row, wanted, keep)]
    const resource = row.parent === null ? 'page' : 'pagewidget'
    if (!(await writeTexts(database, { resource, id: row.id }, before, after))) continue
    await project(database, await schemaOf(services, resource), [row.id])
    texts.push({ resource, id: row.id, from: [...assets], before, after })
  }
  return texts
}

async function moveAllMarks(database: Database, { keep, ids }: Merging): Promise<Moved['marks']> {
  const before = new Map((await selectMarks(database, keep)).map((mark) => [mark.person, mark]))
  for (const id of ids) await moveMarks(database, { resource: 'asset', id }, keep)
  return (await selectMarks(database, keep)).flatMap((after) => {
    const own = before.get(after.person) ?? null
    return JSON.stringify(own) === JSON.stringify(after) ? [] : [{ before: own, after }]
  })
}

async function trashMerged({ database, settings }: MergeServices, { keep, ids, by }: Merging): Promise<void> {
  for (const id of ids) {
    const named = { resource: 'asset', id }
    await insertMerged(database, named, keep)
    await passOnMerged(database, named, keep)
    const name = (await selectState(database, 'asset', id))?.name ?? ''
    if (settings.trashDays > 0) await keepInTrash(database, 'asset', id, { name, by })
    await removeEntity(database, 'asset', id)
  }
}
