import { sql } from 'kysely'
import type { BenchServer } from './bench-server.ts'

const itemsPerCart = 8

/**
 * Gives the first assets of a generated library a file of its own each, as a size needs; its bytes are
 * nowhere.
 */
export async function seedFiles({ database }: BenchServer, count: number): Promise<void> {
  const first = sql`resource = 'asset' and id between 100001 and 100000 + ${count}::int`
  await sql`insert into blob (sha256, size_bytes, crc32) select lpad(to_hex(id), 64, '0'), 1000 + id % 1000, 1 from entity where ${first}`.execute(
    database,
  )
  await sql`alter table entity_file disable trigger user`.execute(database)
  await sql`insert into entity_file (resource, id, sha256, file_name, media_type, facts)
    select 'asset', id, lpad(to_hex(id), 64, '0'), 'picture.jpg', 'image/jpeg', '{"nature":"IMAGE"}' from entity where ${first} on conflict do nothing`.execute(
    database,
  )
  await sql`alter table entity_file enable trigger user`.execute(database)
  await sql`vacuum analyze entity_file, blob`.execute(database)
}

/** The id of an account. */
export async function idOf({ database }: BenchServer, login: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from credential where login = ${login}`.execute(
    database,
  )
  return rows[0]?.id ?? 0
}

/** Makes a cart of the account `editor` that holds the first assets; answers its id. */
export async function seedHugeCart(server: BenchServer, count: number): Promise<number> {
  const { database } = server
  const owner = await idOf(server, 'editor')
  const { rows } = await sql<{
    id: number
  }>`insert into cart (owner_resource, owner_id, name, last_position) values ('user', ${owner}, 'Huge', ${count}::bigint * 1048576) returning id`.execute(
    database,
  )
  const id = rows[0]?.id ?? 0
  await sql`insert into cart_item (cart_id, resource, entity_id, position) select ${id}, 'asset', 100000 + n, n::bigint * 1048576 from generate_series(1, ${count}::int) n`.execute(
    database,
  )
  await sql`vacuum analyze cart, cart_item, cart_collaborator`.execute(database)
  return id
}

/**
 * Makes carts of 8 items for the account `editor`, beside the one that it has; one of three has
 * collaborators.
 */
export async function seedCarts(
  server: BenchServer,
  { carts, assets }: { readonly carts: number; readonly assets: number },
): Promise<void> {
  const { database } = server
  const owner = await idOf(server, 'editor')
  await sql`insert into cart (owner_resource, owner_id, name, description) select 'user', ${owner}, 'Cart ' || n, 'What goes into the brochure' from generate_series(1, ${carts - 1}::int) n`.execute(
    database,
  )
  await sql`insert into cart_item (cart_id, resource, entity_id, position)
    select c.id, 'asset', 100001 + ((c.id * 7919 + n * 104729) % ${assets}::int), n * 1048576 from cart c, generate_series(1, ${itemsPerCart}::int) n where c.name like 'Cart %' on conflict do nothing`.execute(
    database,
  )
  await sql`insert into cart_collaborator (cart_id, user_id) select c.id, u.id from cart c, lateral (select id from credential where resource = 'user' and id <> ${owner} order by id limit 1 + (c.id % 2)::int) u where c.id % 3 = 0`.execute(
    database,
  )
  await sql`vacuum analyze cart, cart_item, cart_collaborator`.execute(database)
}
