import { get } from 'node:http'
import { performance } from 'node:perf_hooks'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { startBenchServer, type BenchServer } from './bench-server.ts'
import { at, median, type Figure } from './figure.ts'
import { seedLibrary } from './seed-library.ts'
import { timeArchive } from './time-archive.ts'

const assets = 150_000
const huge = 100_000
const added = 10_000
const carts = 10_000
const itemsPerCart = 8
const runs = 15

/**
 * Carts: one of 100,000 items is opened and added to, and 10,000 are listed, by a person who may see all
 * assets and by one whose rule is asked of each.
 */
export async function benchCarts(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  try {
    say(`making ${assets} assets and ${carts} carts`)
    await seedLibrary(server.database, assets)
    await seedFiles(server)
    const owner = await idOf(server, 'editor')
    await seedCarts(server, owner)
    await sql`vacuum analyze cart, cart_item, cart_collaborator`.execute(server.database)
    const listing = await timed(() => list(server), { check: checkList })
    const listingAnew = await timed(() => list(server), {
      check: checkList,
      before: (run) => server.call('POST', '/wedia/cart/createCart/', { name: `Another ${run}` }),
    })
    const viewer = await signIn(server, 'viewer')
    await sql`update cart set is_private = false`.execute(server.database)
    const listingAsViewer = await timed(() => list(server, viewer), { check: checkList })
    const cart = await seedHugeCart(server, owner)
    await sql`vacuum analyze cart, cart_item, cart_collaborator`.execute(server.database)
    const opening = await timed(() => open(server, cart))
    const viewing = await timed(async () =>
      (await server.call('GET', `/wedia/cart/viewCart/${cart}?output=list&no_preview=true`)).arrayBuffer(),
    )
    const adding = await timeAdding(server)
    const moving = await timed(async () =>
      (
        await server.call('POST', `/wedia/cart/moveCartItems/${cart}`, {
          items: { asset: [100_000 + huge - 5] },
          before: { type: 'asset', id: 100_005 },
        })
      ).arrayBuffer(),
    )
    const [first = 0, ...archives] = await timeArchive(server, { cart, runs: runs + 1 })
    return [
      {
        what: 'a cart of 100,000 items is opened (ids, then the first 100 records), p95',
        value: at(opening, 0.95),
        limit: 300,
        unit: 'ms',
        wanted: 'at most',
        beside: `median ${median(opening).toFixed(0)} ms; with brief records of all ${median(viewing).toFixed(0)} ms`,
      },
      {
        what: '10,000 items are added to a cart, p95',
        value: at(adding, 0.95),
        limit: 2000,
        unit: 'ms',
        wanted: 'at most',
        beside: `median ${median(adding).toFixed(0)} ms`,
      },
      {
        what: 'the archive of a cart of 100,000 items, zipCart to HEAD 200, p95',
        value: at(archives, 0.95),
        limit: 200,
        unit: 'ms',
        wanted: 'at most',
        beside: `median ${median(archives).toFixed(0)} ms; the first time ${first.toFixed(0)} ms`,
      },
      {
        what: 'an item of 100,000 is moved, p95',
        value: at(moving, 0.95),
        limit: 500,
        unit: 'ms',
        wanted: 'at most',
        beside: `median ${median(moving).toFixed(0)} ms`,
      },
      {
        what: '10,000 carts of 8 items are listed, p95',
        value: at(listing, 0.95),
        limit: 100,
        unit: 'ms',
        wanted: 'at most',
        beside: `median ${median(listing).toFixed(0)} ms; right after a change median ${median(listingAnew).toFixed(0)}, p95 ${at(listingAnew, 0.95).toFixed(0)} ms; public ones, for a viewer ${median(listingAsViewer).toFixed(0)} ms`,
      },
    ]
  } finally {
    await server.stop()
  }
}

/** Every asset has a file of its own, as a size needs. */
async function seedFiles({ database }: BenchServer): Promise<void> {
  await sql`insert into blob (sha256, size_bytes, crc32) select lpad(to_hex(id), 64, '0'), 1000 + id % 1000, 1 from entity where resource = 'asset'`.execute(
    database,
  )
  await sql`alter table entity_file disable trigger user`.execute(database)
  await sql`insert into entity_file (resource, id, sha256, file_name, media_type, facts) select 'asset', id, lpad(to_hex(id), 64, '0'), 'picture.jpg', 'image/jpeg', '{"nature":"IMAGE"}' from entity where resource = 'asset'`.execute(
    database,
  )
  await sql`alter table entity_file enable trigger user`.execute(database)
  await sql`vacuum analyze entity_file, blob`.execute(database)
}

async function idOf({ database }: BenchServer, login: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from credential where login = ${login}`.execute(
    database,
  )
  return rows[0]?.id ?? 0
}

async function seedHugeCart({ database }: BenchServer, owner: number): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`insert into cart (owner_resource, owner_id, name, last_position) values ('user', ${owner}, 'Huge', ${huge}::bigint * 1048576) returning id`.execute(
    database,
  )
  const id = rows[0]?.id ?? 0
  await sql`insert into cart_item (cart_id, resource, entity_id, position) select ${id}, 'asset', 100000 + n, n::bigint * 1048576 from generate_series(1, ${huge}::int) n`.execute(
    database,
  )
  return id
}

async function seedCarts({ database }: BenchServer, owner: number): Promise<void> {
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
}

async function signIn({ url }: BenchServer, login: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/rest/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password: 'bench-password' }),
  })
  return { authorization: `Bearer ${((await answer.json()) as { accessToken: string }).accessToken}` }
}

async function open(server: BenchServer, cart: number): Promise<void> {
  const { items } = (await (
    await server.call('GET', `/wedia/cart/viewCart/${cart}?no_preview=true&records=false`)
  ).json()) as { items: { asset: number[] } }
  const page = items.asset.slice(0, 100)
  const { response } = (await (
    await server.call(
      'GET',
      `/rest/dam/data/asset?max=100&query=${encodeURIComponent(JSON.stringify({ id: { in: page } }))}`,
    )
  ).json()) as { response: { data: unknown[] } }
  if (items.asset.length !== huge || response.data.length !== 100)
    throw new Error(`${items.asset.length} items and ${response.data.length} records were opened`)
}

/**
 * As a browser takes it: compressed, and opened whole. What `fetch` of Node takes to open it piece by piece
 * is a multiple of what the server does.
 */
async function list(server: BenchServer, headers = server.headers): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  get(
    `${server.url}/wedia/cart/listCarts?output=list`,
    { headers: { ...headers, 'accept-encoding': 'gzip' } },
    (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => void parts.push(part))
      answer.on('end', () => {
        const body = Buffer.concat(parts)
        resolve(answer.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body)
      })
    },
  ).on('error', reject)
  return promise
}

/** Looked at beside the clock: what a client makes of six megabytes is its own. */
function checkList(answer: Buffer): void {
  const { length } = JSON.parse(answer.toString()) as unknown[]
  if (length < carts - 1) throw new Error(`${length} carts were listed`)
}

interface Around<Answer> {
  readonly before?: (run: number) => Promise<unknown>
  readonly check?: (answer: Answer) => void
}

async function timed<Answer>(
  work: () => Promise<Answer>,
  { before, check }: Around<Answer> = {},
): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < runs + 3; run++) {
    await before?.(run)
    const start = performance.now()
    const answer = await work()
    if (run >= 3) times.push(performance.now() - start)
    check?.(answer)
  }
  return times
}

/** Ten times, into an empty cart each. */
async function timeAdding(server: BenchServer): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < 10; run++) {
    const [made] = (await (
      await server.call('POST', '/wedia/cart/createCart/', { name: 'Filled' })
    ).json()) as { id: number }[]
    const ids = Array.from({ length: added }, (_, n) => 100_001 + ((n * 7 + run) % assets))
    const start = performance.now()
    const { total } = (await (
      await server.call('POST', `/wedia/cart/addCartItems/${made?.id}`, { items: { asset: ids } })
    ).json()) as { total: number }
    times.push(performance.now() - start)
    if (total !== added) throw new Error(`${total} items were added`)
    await server.call('DELETE', `/wedia/cart/deleteCart/${made?.id}`)
  }
  return times
}
