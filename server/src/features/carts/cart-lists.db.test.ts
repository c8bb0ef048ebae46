import type { CartAnswer } from '@cartouche/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '../../access/identity.ts'
import { watchChanges, type Changes } from '../../ground/changes.ts'
import { shareRoutes } from '../shares/shares.routes.ts'
import { createCartCaches, type CartCaches } from './cart-caches.ts'
import { cartRoutes } from './carts.routes.ts'
import { createTestLibrary, type TestLibrary } from './test-library.ts'

// Two lists of the same moment, after each change that anybody makes: one of a server that has read all
// before, and one of a server that has read nothing. They are equal, and the first keeps what did not change.
let library: TestLibrary
let changes: Changes
let caches: CartCaches
let owner: SignedIn
let other: SignedIn
let viewer: SignedIn
let assets: number[]
let carts: number[]
const count = 400

beforeAll(async () => {
  library = await createTestLibrary()
  const { database } = library
  changes = await watchChanges(library.url, { warn: () => {} })
  caches = createCartCaches(changes)
  ;[owner, other, viewer] = await Promise.all([
    library.addUser('Olga', 'editor'),
    library.addUser('Otto', 'contributor'),
    library.addUser('Vera', 'viewer'),
  ])
  assets = await Promise.all(
    ['Bay', 'Pier', 'Quay', 'Lock'].map((name) => library.addAsset({ name, bytes: Buffer.from(name) })),
  )
  const { rows } = await sql<{ id: number }>`
    insert into cart (owner_resource, owner_id, name, is_private) select 'user', ${owner.id}, 'Cart ' || n, n % 2 = 0 from generate_series(1, ${count}::int) n returning id
  `.execute(database)
  carts = rows.map(({ id }) => id)
  await sql`insert into cart_item (cart_id, resource, entity_id, position) select c.id, 'asset', a.id, a.id from cart c, unnest(${assets}::bigint[]) a(id)`.execute(
    database,
  )
})
afterAll(async () => {
  await changes.stop()
  await library.close()
})

const at = (place: number): number => carts[place] ?? 0
const asset = (place: number): number => assets[place] ?? 0
const items = (place: number) => ({ items: [{ type: 'asset', id: asset(place) }] })

/** A change of something else. */
const changeElsewhere = (): Promise<unknown> =>
  sql`insert into synonym (sources, words) values ('{}', '{harbour,port}')`.execute(library.database)

/** As a request asks: after all that was committed before it. */
async function list(who: SignedIn, own: CartCaches): Promise<CartAnswer[]> {
  await changes.catchUp()
  return cartRoutes.listCarts({ ...library.as(who), changes, cartCaches: own }, { output: 'list' })
}

/**
 * What stayed is the same object, so that it is not written again: all but a few parts of some hundred carts.
 */
async function expectRight(change: string, { isOfAll = false } = {}): Promise<void> {
  for (const who of [owner, other]) {
    const before = new Set(seen.get(who.id))
    const [kept, read] = [await list(who, caches), await list(who, createCartCaches(undefined))]
    // Compared as texts, which takes a tenth of the time.
    const wrong = kept.findIndex((cart, place) => JSON.stringify(cart) !== JSON.stringify(read[place]))
    expect([kept[wrong], kept.length], `${change}, as ${who.name}`).toEqual([read[wrong], read.length])
    const again = kept.filter((cart) => before.has(cart)).length
    if (!isOfAll) expect(again, `kept after: ${change}, as ${who.name}`).toBeGreaterThanOrEqual(1)
    seen.set(who.id, kept)
  }
}
const seen = new Map<number, readonly CartAnswer[]>()

test('a list of carts shows each change at once, and keeps what did not change', async () => {
  await expectRight('nothing yet', { isOfAll: true })
  expect(seen.get(owner.id)).toHaveLength(count)
  const as = (who: SignedIn) => library.as(who)
  const steps: Record<string, () => Promise<unknown>> = {
    'a name': () => cartRoutes.editCart(as(owner), { id: at(3), name: 'Harbour' }),
    'an item taken out': () => cartRoutes.removeCartItems(as(owner), { id: at(50), ...items(0) }),
    'an item put in by another server': () =>
      sql`insert into cart_item (cart_id, resource, entity_id, position) values (${at(50)}, 'asset', ${asset(0)}, 1)`.execute(
        library.database,
      ),
    'another order': () =>
      cartRoutes.moveCartItems(as(owner), {
        id: at(70),
        items: [{ type: 'asset', id: asset(3) }],
        before: { type: 'asset', id: asset(0) },
      }),
    'someone let in': () =>
      cartRoutes.addCartCollaborators(as(owner), { id: at(1), collaborators: [other.id] }),
    'someone may look alone': () =>
      cartRoutes.addCartCollaborators(as(owner), { id: at(1), collaborators: [other.id], right: 'view' }),
    'a cart of their own': () => cartRoutes.createCart(as(other), { name: 'Own', ...items(1) }),
    'an owner': () => cartRoutes.transferCart(as(owner), { id: at(1), owner: other.id }),
    'someone left': () =>
      cartRoutes.removeCartCollaborators(as(other), { id: at(1), collaborators: [owner.id] }),
    'a cart gone': () => cartRoutes.deleteCart(as(owner), { id: at(200) }),
    'a time of a cart that is over': () =>
      sql`update cart set expires_at = now() where id = ${at(8)}`.execute(library.database),
    'a share': () => shareRoutes.shareCart(as(owner), { id: at(90), maxUses: 1 }),
    'a time that has come': async () => {
      await sql`update cart set expires_at = now() + interval '700 milliseconds' where id = ${at(10)}`.execute(
        library.database,
      )
      for (const who of [owner, other]) seen.set(who.id, await list(who, caches))
      const isOver = sql<{
        is_over: boolean
      }>`select expires_at <= now() is_over from cart where id = ${at(10)}`
      await expect
        .poll(async () => (await isOver.execute(library.database)).rows[0]?.is_over, { timeout: 5000 })
        .toBe(true)
      await changeElsewhere()
    },
    // It is not announced: it is seen with the next change, of whatever.
    'a share that is used up': async () => {
      await sql`insert into share_admission (share_id, visitor) select id, 'x' from share where cart_id = ${at(90)}`.execute(
        library.database,
      )
      await sql`insert into synonym (sources, words) values ('{}', '{harbour,port}')`.execute(
        library.database,
      )
    },
  }
  for (const [what, change] of Object.entries(steps)) {
    await change()
    await expectRight(what)
  }
})

test('and of what is in many carts', async () => {
  const { database } = library
  const steps: Record<string, () => Promise<unknown>> = {
    'an asset that some may no longer see': () => library.changeAsset(asset(1), { status: 1 }),
    'an asset whose time is over': () =>
      library.changeAsset(asset(2), { valid_until: new Date(Date.now() - 1) }),
    'a name of a person': () =>
      sql`update entity set props = props || '{"name":"Olga B."}' where resource = 'user' and id = ${owner.id}`.execute(
        database,
      ),
    'an asset deleted, in more carts than are distinguished': () =>
      sql`delete from entity where resource = 'asset' and id = ${asset(3)}`.execute(database),
    'a role taken away': async () => {
      owner = { ...owner, role: viewer.role }
      await sql`update entity set version = version where resource = 'user' and id = ${owner.id}`.execute(
        database,
      )
    },
    'a connection lost': async () => {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cartouche changes' and datname = current_database()`.execute(
        database,
      )
      await sql`update cart set name = 'While deaf' where id = ${at(30)}`.execute(database)
      await expect.poll(() => changes.epoch(), { timeout: 5000 }).toBeDefined()
    },
  }
  for (const [what, change] of Object.entries(steps)) {
    await change()
    await expectRight(what, { isOfAll: true })
  }
})
