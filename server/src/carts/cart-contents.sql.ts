import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { createStampedMemory, type StampedMemory } from '../downloads/stamped-memory.ts'
import { itemResource, type CartViewer } from './cart-viewer.ts'

/** What a cart holds: `items`, in order, and their size are those that the viewer may see; `total` counts all. */
export interface CartContents {
  readonly total: number
  readonly items: readonly number[]
  readonly size_bytes: number
}

/**
 * What carts hold, by cart. Ids come packed, which is faster than to parse as many rows. Which items the viewer sees is asked by one list of ids, for which the index is
 * walked once; sizes are remembered under the stamps of their assets.
 * @source decisions 0021 and 0025
 */
export async function selectContents(database: Database, cartIds: readonly number[], viewer: CartViewer): Promise<Map<number, CartContents>> {
  if (cartIds.length === 0) return new Map()
  const [orders, sizes] = await Promise.all([selectOrders(database, cartIds), selectVisible(database, cartIds, viewer).then((visible) => sizesOf(database, visible))])
  return new Map(orders.map(({ cart_id, packed }): [number, CartContents] => {
    const items: number[] = []
    let size = 0
    for (let at = 0; at < packed.length; at += idBytes) {
      const id = readId(packed, at)
      const own = sizes.get(id)
      if (own === undefined) continue
      items.push(id)
      size += own
    }
    return [cart_id, { total: packed.length / idBytes, items, size_bytes: size }]
  }))
}

async function selectOrders(database: Database, cartIds: readonly number[]): Promise<readonly { readonly cart_id: number; readonly packed: Buffer }[]> {
  const { rows } = await sql<{ cart_id: number; packed: Buffer }>`
    select ci.cart_id, string_agg(int8send(ci.entity_id), ''::bytea order by ci.position, ci.entity_id) packed from cart_item ci
    where ci.cart_id = any(${[...cartIds]}::bigint[]) and ci.resource = ${itemResource} group by ci.cart_id
  `.execute(database)
  return rows
}

/** Those items of carts that the viewer sees, each with its stamp: the transaction that wrote the search row. */
async function selectVisible(database: Database, cartIds: readonly number[], { items }: CartViewer): Promise<Buffer> {
  const { rows: [row] } = await sql<{ packed: Buffer | null }>`
    select string_agg(int8send(s.id) || xidsend(s.xmin), ''::bytea) packed from search s
    where s.resource = ${itemResource} and s.id = any(array(select distinct ci.entity_id from cart_item ci where ci.cart_id = any(${[...cartIds]}::bigint[]) and ci.resource = ${itemResource})) and ${items}
  `.execute(database)
  return row?.packed ?? Buffer.alloc(0)
}

/** Sizes of the originals of assets, by id; 0 where there is none. Whoever changes the file of an asset projects it in the same transaction. */
async function sizesOf(database: Database, visible: Buffer): Promise<Map<number, number>> {
  const memory = memoryOf(database)
  const sizes = new Map<number, number>()
  const unknown = new Map<number, number>()
  for (let at = 0; at < visible.length; at += idBytes + stampBytes) {
    const id = readId(visible, at)
    const stamp = visible.readUInt32BE(at + idBytes)
    const known = memory.get(id, stamp)
    if (known === undefined) unknown.set(id, stamp)
    sizes.set(id, known ?? 0)
  }
  if (unknown.size === 0) return sizes
  const { rows: [row] } = await sql<{ packed: Buffer | null }>`
    select string_agg(int8send(f.id) || int8send(b.size_bytes), ''::bytea) packed from entity_file f join blob b on b.sha256 = f.sha256
    where f.resource = ${itemResource} and f.id = any(${[...unknown.keys()]}::bigint[])
  `.execute(database)
  const packed = row?.packed ?? Buffer.alloc(0)
  for (let at = 0; at < packed.length; at += 2 * idBytes) sizes.set(readId(packed, at), readId(packed, at + idBytes))
  for (const [id, stamp] of unknown) memory.set(id, stamp, sizes.get(id) ?? 0)
  return sizes
}

/** PostgreSQL's `…send` write numbers in network order. */
const idBytes = 8
const stampBytes = 4

function readId(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4)
}

/** Some 20 MB. */
const sizesAtMost = 250_000
const memories = new WeakMap<Database, StampedMemory<number>>()
/** Transactions are short: what is remembered belongs to the pool that they come from, which is not told; they read anew. */
const none: StampedMemory<number> = { get: () => undefined, set: () => undefined }

function memoryOf(database: Database): StampedMemory<number> {
  if (database.isTransaction) return none
  const known = memories.get(database)
  if (known) return known
  const memory = createStampedMemory<number>({ maxWeight: sizesAtMost, weightOf: () => 1 })
  memories.set(database, memory)
  return memory
}
