import {
  maxDuplicates,
  type CallAnswer,
  type CallInput,
  type Calls,
  type DuplicateFamily,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { keepInScope } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'
import { findMentions } from '../asset-uses/find-mentions.ts'
import { compileCartAccess } from '../carts/cart-scope.ts'
import {
  selectCopies,
  selectDismissals,
  selectOriginals,
  selectPairs,
  type OriginalRow,
} from './duplicates.sql.ts'
import { familiesOf, pairKey, type Copy, type Family } from './families.ts'
import { countUncompared } from './pairs.sql.ts'

/**
 * Families of assets that are the same picture, the largest first. What the reader may not see neither stands
 * in one nor holds one together.
 * @throws access_denied, sign_in_needed
 * @source decision 0227
 */
export async function listDuplicates(
  context: Context,
  { max, from }: CallInput<Calls['listDuplicates']>,
): Promise<CallAnswer<Calls['listDuplicates']>> {
  const { database } = context
  const [copies, pairs, dismissals, waiting] = await Promise.all([
    selectCopies(database),
    selectPairs(database),
    selectDismissals(database),
    countUncompared(database),
  ])
  const seen = await keepSeen(context, 'asset', new Set(copies.map(({ id }) => id)))
  const own = copies.filter(({ id }) => seen.has(id))
  const different = new Set(dismissals.map(({ one, other }) => pairKey(one, other)))
  const families = familiesOf(own, pairs, different)
  return {
    families: await describe(context, families.slice(from, from + max), own),
    total: families.length,
    waiting,
  }
}

async function keepSeen(
  context: Context,
  resource: string,
  ids: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  return new Set(
    await keepInScope(await searchIn(context), scopeOf(context.identity, resource, 'view'), [...ids]),
  )
}

async function describe(
  context: Context,
  families: readonly Family[],
  copies: readonly Copy[],
): Promise<DuplicateFamily[]> {
  const originals = await selectOriginals(
    context.database,
    families.flatMap(({ ids }) => ids),
    compileCartAccess(context.identity, 'view'),
  )
  const byId = new Map(originals.map((original) => [original.id, { ...original, pages: 0 }]))
  const shown = families.map(({ ids }) =>
    ids
      .flatMap((id) => byId.get(id) ?? [])
      .sort(byQuality)
      .slice(0, maxDuplicates),
  )
  const pages = await countPages(
    context,
    shown.flat().map(({ id }) => id),
  )
  const bytesOf = new Map(copies.map(({ id, sha256 }) => [id, sha256]))
  return [...families.entries()].flatMap(([at, { ids, mirrored }]) => {
    const members = (shown[at] ?? [])
      .map((original) => ({ ...original, pages: pages.get(original.id) ?? 0 }))
      .sort(byQuality)
    const [best] = members
    if (!best) return []
    const flipped = mirrored.has(best.id)
    return [
      {
        kind: new Set(ids.map((id) => bytesOf.get(id))).size === 1 ? 'same' : 'alike',
        best: best.id,
        members: members.map((one) => ({ ...one, mirrored: mirrored.has(one.id) !== flipped })),
        total: ids.length,
      },
    ]
  })
}

type Original = OriginalRow & { readonly pages: number }

/** Most pixels, then most bytes, then used the most, then the oldest. */
function byQuality(one: Original, other: Original): number {
  const pixels = ({ width, height }: Original): number => (width ?? 0) * (height ?? 0)
  return (
    pixels(other) - pixels(one) ||
    other.sizeBytes - one.sizeBytes ||
    other.carts + other.pages - (one.carts + one.pages) ||
    one.id - other.id
  )
}

/** How many pages that the reader may see mention each asset. */
async function countPages(context: Context, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map()
  const places = (await findMentions(context.database, ids)).flatMap(({ assets, pageId }) =>
    pageId === undefined ? [] : assets.map((asset) => ({ asset, pageId })),
  )
  const seen = await keepSeen(context, 'page', new Set(places.map(({ pageId }) => pageId)))
  const byAsset = Map.groupBy(
    places.filter(({ pageId }) => seen.has(pageId)),
    ({ asset }) => asset,
  )
  return new Map([...byAsset].map(([asset, own]) => [asset, new Set(own.map(({ pageId }) => pageId)).size]))
}
