import { sql } from 'kysely'
import type { Services } from '../../ground/services.ts'
import type { Database } from '../../ground/database/database.ts'
import { readNumbers } from '../../ground/database/packed.ts'
import type { RevisionCache } from '../../ground/revision-cache.ts'
import { revisionsOf, type Revisions } from '../../model/search/revisions.ts'
import { itemResource, type CartViewer } from './cart-viewer.ts'
import { columnsOf } from '../../model/search/search-in.ts'

/** Items of several carts, one cart after the other, with their revisions; 0 where it is not seen. */
export interface SeenItems {
  readonly ids: Float64Array<ArrayBuffer>
  readonly revisions: Revisions
}

/**
 * Which items of carts a viewer sees.
 * @param orders all items of each cart
 * @source decisions 0025 and 0072
 */
export async function seenItemsOf(
  services: Pick<Services, 'database' | 'searchColumns'>,
  orders: readonly Float64Array[],
  viewer: CartViewer,
): Promise<SeenItems> {
  const ids = new Float64Array(orders.reduce((sum, order) => sum + order.length, 0))
  let end = 0
  for (const order of orders) {
    ids.set(order, end)
    end += order.length
  }
  const [revisions = none] = await revisionsOf(
    services.database,
    { resource: itemResource, ids, conditions: [viewer.items] },
    columnsOf(services),
  )
  return { ids, revisions }
}

/** What has no revision is not seen. */
const none: Revisions = new Uint32Array(0)

/** What a transaction has written is its own until it ends: it reads again, and nothing of it is cached. */
const uncached: RevisionCache<number> = {
  get: () => undefined,
  set: () => undefined,
  use: () => ({ entries: 0, hits: 0, misses: 0 }),
}

/**
 * Sizes of the originals of those items that are seen, in bytes; 0 where there is none. They are remembered
 * under the revisions of their assets.
 * @source decision 0021
 */
export async function sizesOf(
  { database, cartCaches }: Pick<Services, 'database' | 'cartCaches'>,
  { ids, revisions }: SeenItems,
): Promise<Float64Array> {
  const cached = database.isTransaction ? uncached : cartCaches.sizes
  const sizes = new Float64Array(ids.length)
  const unknown: number[] = []
  for (let at = 0; at < ids.length; at++) {
    const revision = revisions[at] ?? 0
    if (revision === 0) continue
    const known = cached.get(ids[at] ?? 0, revision)
    if (known === undefined) unknown.push(at)
    else sizes[at] = known
  }
  if (unknown.length === 0) return sizes
  const read = await selectSizes(database, new Set(unknown.map((at) => ids[at] ?? 0)))
  for (const at of unknown) {
    const id = ids[at] ?? 0
    sizes[at] = read.get(id) ?? 0
    cached.set(id, revisions[at] ?? 0, sizes[at] ?? 0)
  }
  return sizes
}

async function selectSizes(database: Database, ids: ReadonlySet<number>): Promise<Map<number, number>> {
  const {
    rows: [row],
  } = await sql<{ packed: Buffer | null }>`
    select string_agg(int8send(f.id) || int8send(b.size_bytes), ''::bytea) packed from entity_file f join blob b on b.sha256 = f.sha256
    where f.resource = ${itemResource} and f.id = any(${[...ids]}::bigint[])
  `.execute(database)
  const numbers = readNumbers(row?.packed)
  const sizes = new Map<number, number>()
  for (let at = 0; at < numbers.length; at += 2) sizes.set(numbers[at] ?? 0, numbers[at + 1] ?? 0)
  return sizes
}
