import { sql } from 'kysely'
import type { Services } from '../../ground/services.ts'
import type { Database } from '../../ground/database/database.ts'
import { readNumbers } from '../../ground/database/packed.ts'
import type { RevisionCache } from '../../ground/revision-cache.ts'
import { revisionsOf, type Revisions } from '../../model/search/revisions.ts'
import { itemResource, type CartViewer } from './cart-viewer.ts'
import { columnsOf } from '../../model/search/search-in.ts'

/**
 * What a cart holds: `items`, in order, and their size are those that the viewer may see; `total` counts all.
 */
export interface CartContents {
  readonly total: number
  readonly items: readonly number[]
  readonly size_bytes: number
}

/**
 * What carts hold, by cart: first their items in order, then which of them the viewer sees; sizes are
 * remembered under the revisions of their assets.
 * @source decisions 0021, 0025 and 0072
 */
export async function selectContents(
  services: Pick<Services, 'database' | 'cartCaches' | 'searchColumns'>,
  cartIds: readonly number[],
  viewer: CartViewer,
): Promise<Map<number, CartContents>> {
  if (cartIds.length === 0) return new Map()
  const { database, cartCaches } = services
  const carts = await selectOrders(database, cartIds)
  const ids = new Float64Array(carts.reduce((sum, { order }) => sum + order.length, 0))
  let end = 0
  for (const { order } of carts) {
    ids.set(order, end)
    end += order.length
  }
  const [revisions = none] = await revisionsOf(
    database,
    { resource: itemResource, ids, conditions: [viewer.items] },
    columnsOf(services),
  )
  const sizes = await sizesOf(database, database.isTransaction ? uncached : cartCaches.sizes, ids, revisions)
  let at = 0
  return new Map(
    carts.map(({ id, order }): [number, CartContents] => {
      const items: number[] = []
      let size = 0
      for (const last = at + order.length; at < last; at++) {
        if (!revisions[at]) continue
        items.push(ids[at] ?? 0)
        size += sizes[at] ?? 0
      }
      return [id, { total: order.length, items, size_bytes: size }]
    }),
  )
}

/** What has no revision is not seen. */
const none: Revisions = new Uint32Array(0)

async function selectOrders(
  database: Database,
  cartIds: readonly number[],
): Promise<readonly { readonly id: number; readonly order: Float64Array<ArrayBuffer> }[]> {
  const { rows } = await sql<{ cart_id: number; packed: Buffer }>`
    select ci.cart_id, string_agg(int8send(ci.entity_id), ''::bytea order by ci.position, ci.entity_id) packed from cart_item ci
    where ci.cart_id = any(${[...cartIds]}::bigint[]) and ci.resource = ${itemResource} group by ci.cart_id
  `.execute(database)
  return rows.map(({ cart_id, packed }) => ({ id: cart_id, order: readNumbers(packed) }))
}

/** What a transaction has written is its own until it ends: it reads again, and nothing of it is cached. */
const uncached: RevisionCache<number> = {
  get: () => undefined,
  set: () => undefined,
  use: () => ({ entries: 0, hits: 0, misses: 0 }),
}

/** Sizes of the originals of those assets that have a revision; 0 where there is none. */
async function sizesOf(
  database: Database,
  cached: RevisionCache<number>,
  ids: Float64Array,
  revisions: Revisions,
): Promise<Float64Array> {
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
