import type { Cart, LiveEvent } from '@cartouche/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SignedIn } from '../../access/identity.ts'
import type { RecurringTask } from '../../ground/jobs/task.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { project } from '../../model/search/project.ts'
import { cartTasks } from './cart-tasks.ts'
import { cartRoutes } from './test-carts.ts'
import { createTestLibrary, type TestLibrary } from './test-library.ts'

let library: TestLibrary
let [editor, other, third, viewer]: SignedIn[] = []
let assets: number[]
/** What is announced to people, as it was committed. */
const announced: { event: LiveEvent; to: number[] }[] = []
let listener: pg.Client

const code = (name: string) => expect.objectContaining({ code: name })
const who = (one: SignedIn | undefined): SignedIn => {
  if (!one) throw new Error('Made before the tests')
  return one
}

beforeAll(async () => {
  library = await createTestLibrary()
  // One after the other: people are listed by their ids.
  ;[editor, other] = [await library.addUser('Ed', 'editor'), await library.addUser('Otto', 'contributor')]
  ;[third, viewer] = [await library.addUser('Tea', 'contributor'), await library.addUser('Vera', 'viewer')]
  assets = []
  for (let at = 0; at < 6; at += 1)
    assets.push(
      await library.addAsset({
        name: `Beach ${at}`,
        bytes: Buffer.alloc(100 + at),
        props: { city: at < 3 ? 'Brest' : 'Nice' },
      }),
    )
  listener = new pg.Client({ connectionString: library.url })
  await listener.connect()
  await listener.query('listen cartouche_live')
  listener.on('notification', ({ payload }) =>
    announced.push(JSON.parse(payload ?? '') as (typeof announced)[number]),
  )
})
afterAll(async () => {
  await listener.end()
  await library.close()
})

const items = (ids: readonly (number | undefined)[]) => ids.map((id) => ({ type: 'asset', id: id ?? 0 }))
const as = (one: SignedIn | undefined) => library.as(who(one))
const make = async (
  input: Partial<Parameters<typeof cartRoutes.createCart>[1]> = {},
  owner = editor,
): Promise<Cart> => (await cartRoutes.createCart(as(owner), { name: 'Cart', ...input }))[0]
const view = (one: SignedIn | undefined, id: number): Promise<Cart> => cartRoutes.viewCart(as(one), { id })
const idsOf = (cart: Cart): number[] =>
  Array.isArray(cart.items) ? cart.items.map((item) => item.id) : (cart.items['asset'] ?? [])
const noticesOf = async (one: SignedIn | undefined) =>
  (
    await sql<{
      type: string
      link: string
      title: { en: string }
      data: object
    }>`select type, link, title, data from notification where user_id = ${who(one).id} order by id`.execute(
      library.database,
    )
  ).rows
const people = (cart: Cart) => cart.collaborators.map(({ name, right }) => [name, right])

test('P6.05 P7.26 people are let in to edit unless a right is named, once, and are notified', async () => {
  const cart = await make()
  const added = await cartRoutes.addCartCollaborators(as(editor), {
    id: cart.id,
    collaborators: [who(other).id, { id: who(third).id, right: 'view' }],
    url: 'http://cartouche.test/carts/1',
  })
  expect(people(added)).toEqual([
    ['Otto', 'edit'],
    ['Tea', 'view'],
  ])
  expect(added.version).toBe(cart.version + 1)
  const again = await cartRoutes.addCartCollaborators(as(editor), {
    id: cart.id,
    collaborators: [who(other).id],
    right: 'view',
  })
  expect(people(again)).toEqual([
    ['Otto', 'view'],
    ['Tea', 'view'],
  ])
  expect(await noticesOf(third)).toMatchObject([
    {
      type: 'collaborator',
      link: `/carts/${cart.id}`,
      title: { en: 'Ed let you into the cart “Cart”' },
      data: { cart: cart.id, url: 'http://cartouche.test/carts/1' },
    },
  ])
  expect((await noticesOf(other)).length).toBe(1)
})

test('P6.05 who may view changes nothing; whoever may edit changes what is in it, but not who is', async () => {
  const cart = await make({
    collaborators: [who(other).id, { id: who(third).id, right: 'view' }],
    items: items(assets.slice(0, 2)),
  })
  expect(await view(third, cart.id)).toMatchObject({
    isEditable: false,
    permissions: { edit: false, share: false, people: false, download: true },
  })
  for (const attempt of [
    () => cartRoutes.editCart(as(third), { id: cart.id, name: 'x' }),
    () => cartRoutes.addCartItems(as(third), { id: cart.id, items: items([assets[3]]) }),
    () => cartRoutes.moveCartItems(as(third), { id: cart.id, items: items([assets[1]]) }),
    () => cartRoutes.addCartCollaborators(as(other), { id: cart.id, collaborators: [who(viewer).id] }),
    () => cartRoutes.removeCartCollaborators(as(other), { id: cart.id, collaborators: [who(third).id] }),
    () => cartRoutes.transferCart(as(other), { id: cart.id, owner: who(other).id }),
    () => cartRoutes.editCart(as(other), { id: cart.id, name: 'Cart', expires: '2099-01-01T00:00:00.000Z' }),
  ])
    await expect(attempt()).rejects.toEqual(code('access_denied'))
  expect(
    await cartRoutes.editCart(as(other), { id: cart.id, name: 'Ours', private: true, expires: null }),
  ).toMatchObject({ name: 'Ours' })
})

test('P6.05 P7.27 whoever is taken out does not see a private cart any more; what they put in stays', async () => {
  const cart = await make({ collaborators: [who(other).id] })
  await cartRoutes.addCartItems(as(other), { id: cart.id, items: items([assets[0]]) })
  const after = await cartRoutes.removeCartCollaborators(as(editor), {
    id: cart.id,
    collaborators: [who(other).id, 999_999],
  })
  expect([people(after), idsOf(after)]).toEqual([[], [assets[0]]])
  await expect(view(other, cart.id)).rejects.toEqual(code('cart_not_found'))
})

test('P6.05 P7.28 a collaborator leaves; an owner cannot', async () => {
  const cart = await make({ collaborators: [who(other).id] })
  await expect(cartRoutes.leaveCart(as(editor), { id: cart.id })).rejects.toEqual(code('cart_owner_stays'))
  await expect(cartRoutes.leaveCart(as(third), { id: cart.id })).rejects.toEqual(code('cart_not_found'))
  expect(await cartRoutes.leaveCart(as(other), { id: cart.id })).toEqual({ id: cart.id, left: true })
  await expect(view(other, cart.id)).rejects.toEqual(code('cart_not_found'))
  await expect(cartRoutes.leaveCart(as(other), { id: cart.id })).rejects.toEqual(code('cart_not_found'))
})

test('a cart is given to someone else; who gave it stays in it', async () => {
  const cart = await make({ collaborators: [{ id: who(other).id, right: 'view' }] })
  expect(await cartRoutes.transferCart(as(editor), { id: cart.id, owner: who(other).id })).toMatchObject({
    isMine: false,
    owner: { name: 'Otto' },
    collaborators: [{ name: 'Ed', right: 'edit' }],
    permissions: { edit: true, people: false },
  })
  expect(await view(other, cart.id)).toMatchObject({
    isMine: true,
    permissions: { people: true, delete: true },
  })
  await expect(cartRoutes.transferCart(as(other), { id: cart.id, owner: 999_999 })).rejects.toEqual(
    code('invalid_parameter'),
  )
  expect((await noticesOf(other)).at(-1)).toMatchObject({ title: { en: 'Ed gave you the cart “Cart”' } })
})

test('an address in a notification leads to servers that are known', async () => {
  const cart = await make()
  await expect(
    cartRoutes.addCartCollaborators(as(editor), {
      id: cart.id,
      collaborators: [who(other).id],
      url: 'https://elsewhere.example/carts/1',
    }),
  ).rejects.toEqual(code('invalid_parameter'))
  expect(people(await view(editor, cart.id))).toEqual([])
})

test('everybody in a cart hears of every write, and who is taken out does too', async () => {
  const cart = await make({ collaborators: [who(other).id], items: items(assets.slice(0, 3)) })
  const both = [who(editor).id, who(other).id].toSorted((left, right) => left - right)
  const writes: (() => Promise<unknown>)[] = [
    () => cartRoutes.addCartItems(as(other), { id: cart.id, items: items([assets[3]]) }),
    () =>
      cartRoutes.moveCartItems(as(other), {
        id: cart.id,
        items: items([assets[3]]),
        before: { type: 'asset', id: assets[0] ?? 0 },
      }),
    () => cartRoutes.removeCartItems(as(editor), { id: cart.id, items: items([assets[3]]) }),
    () => cartRoutes.editCart(as(editor), { id: cart.id, name: 'Renamed' }),
    () => cartRoutes.removeCartCollaborators(as(editor), { id: cart.id, collaborators: [who(other).id] }),
  ]
  for (const write of writes) {
    announced.length = 0
    await write()
    const { modified } = await view(editor, cart.id)
    // What was written before may arrive only now.
    const heard = (): number[][] =>
      announced
        .filter(({ event }) => event.kind === 'cart' && event.modified === modified)
        .map(({ to }) => to.toSorted((left, right) => left - right))
    await vi.waitFor(
      () => {
        expect(heard()).toEqual([both])
      },
      { timeout: 10_000 },
    )
  }
  announced.length = 0
  await cartRoutes.deleteCart(as(editor), { id: cart.id })
  await vi.waitFor(
    () => {
      expect(announced.at(-1)).toMatchObject({ event: { kind: 'cart', id: cart.id }, to: [who(editor).id] })
    },
    { timeout: 10_000 },
  )
})

test('P7.25 items are added at the place that is asked for, and what was taken out comes back to its place', async () => {
  const cart = await make({ items: items(assets.slice(0, 5)) })
  const added = await cartRoutes.addCartItems(as(editor), {
    id: cart.id,
    items: items([assets[5]]),
    position: 1,
  })
  expect(idsOf(added)).toEqual([assets[0], assets[5], ...assets.slice(1, 5)])
  const taken = [2, 4].map((position) => ({ type: 'asset', id: idsOf(added)[position] ?? 0, position }))
  expect((await cartRoutes.removeCartItems(as(editor), { id: cart.id, items: taken })).total).toBe(4)
  expect(idsOf(await cartRoutes.addCartItems(as(editor), { id: cart.id, items: taken }))).toEqual(
    idsOf(added),
  )
})

test('items move before another one; an order that was made on an older cart is refused', async () => {
  const cart = await make({ items: items(assets.slice(0, 4)) })
  const [a, b, c, d] = assets
  const moved = await cartRoutes.moveCartItems(as(editor), {
    id: cart.id,
    items: items([d, b]),
    before: { type: 'asset', id: a ?? 0 },
    version: cart.version,
  })
  expect(idsOf(moved)).toEqual([d, b, a, c])
  expect(idsOf(await cartRoutes.moveCartItems(as(editor), { id: cart.id, items: items([d]) }))).toEqual([
    b,
    a,
    c,
    d,
  ])
  await expect(
    cartRoutes.moveCartItems(as(editor), { id: cart.id, items: items([a]), version: cart.version }),
  ).rejects.toEqual(code('version_conflict'))
  await expect(
    cartRoutes.moveCartItems(as(editor), {
      id: cart.id,
      items: items([a]),
      before: { type: 'asset', id: assets[5] ?? 0 },
    }),
  ).rejects.toEqual(code('entity_not_found'))
  expect(idsOf(await view(editor, cart.id))).toEqual([b, a, c, d])
})

test('two people who change one cart at once lose nothing', async () => {
  const cart = await make({ collaborators: [who(other).id], items: items(assets.slice(0, 3)) })
  await Promise.all([
    cartRoutes.addCartItems(as(editor), { id: cart.id, items: items([assets[3]]), position: 0 }),
    cartRoutes.addCartItems(as(other), { id: cart.id, items: items([assets[4]]) }),
    cartRoutes.moveCartItems(as(editor), {
      id: cart.id,
      items: items([assets[2]]),
      before: { type: 'asset', id: assets[0] ?? 0 },
    }),
    cartRoutes.removeCartItems(as(other), { id: cart.id, items: items([assets[1]]) }),
  ])
  const after = await view(editor, cart.id)
  expect(idsOf(after).toSorted((left, right) => left - right)).toEqual(
    [assets[0], assets[2], assets[3], assets[4]].toSorted((left, right) => (left ?? 0) - (right ?? 0)),
  )
  expect(after.version).toBe(cart.version + 4)
})

test('the cover is the chosen item, as long as it is there and seen', async () => {
  const draft = await library.addAsset({ name: 'Draft', status: 'draft', ownerId: who(editor).id })
  const cart = await make({ private: false, items: items([...assets.slice(0, 4), draft]) })
  const edit = (coverItem: { type: string; id: number } | null): Promise<Cart> =>
    cartRoutes.editCart(as(editor), { id: cart.id, name: 'Cart', coverItem })
  expect(await edit({ type: 'asset', id: assets[2] ?? 0 })).toMatchObject({
    coverItem: { id: assets[2] },
    cover: items([assets[2], assets[0], assets[1], assets[3]]),
  })
  await edit({ type: 'asset', id: draft })
  expect(await view(viewer, cart.id)).toMatchObject({ coverItem: null, cover: items(assets.slice(0, 4)) })
  await expect(edit({ type: 'asset', id: assets[5] ?? 0 })).rejects.toEqual(code('entity_not_found'))
  await cartRoutes.removeCartItems(as(editor), { id: cart.id, items: items([draft]) })
  expect((await view(editor, cart.id)).coverItem).toBeNull()
})

test('P3.06 a cart follows a query: what it finds comes and goes, and what was taken out stays out', async () => {
  const run = (): Promise<void> =>
    (cartTasks['follow-queries'] as RecurringTask).run(as(editor), undefined, new AbortController().signal)
  const followed = { query: { city: 'Brest' } }
  await expect(make({ content: 'cursor' })).rejects.toEqual(code('invalid_parameter'))
  const cursor = await make({ content: 'cursor', followed })
  expect([cursor.content, idsOf(cursor)]).toEqual(['cursor', assets.slice(0, 3)])
  await expect(
    cartRoutes.addCartItems(as(editor), { id: cursor.id, items: items([assets[5]]) }),
  ).rejects.toEqual(code('cart_follows'))
  const both = await make({ content: 'both', followed, items: items([assets[5]]) })
  expect(idsOf(both)).toEqual([assets[5], ...assets.slice(0, 3)])
  await cartRoutes.removeCartItems(as(editor), { id: both.id, items: items([assets[1]]) })
  const anew = await library.addAsset({ name: 'Newer', bytes: Buffer.alloc(9), props: { city: 'Brest' } })
  await run()
  expect(idsOf(await view(editor, cursor.id))).toEqual([...assets.slice(0, 3), anew])
  expect(idsOf(await view(editor, both.id))).toEqual([assets[5], assets[0], assets[2], anew])
  const { modified } = await view(editor, both.id)
  await run()
  expect((await view(editor, both.id)).modified).toBe(modified)
  expect(
    idsOf(await cartRoutes.editCart(as(editor), { id: both.id, name: 'Cart', content: 'cart' })),
  ).toEqual([assets[5]])
  expect(
    idsOf(
      await cartRoutes.editCart(as(editor), {
        id: cursor.id,
        name: 'Cart',
        followed: { query: { city: 'Nice' } },
      }),
    ),
  ).toEqual(assets.slice(3))
})

test('a query that cannot be asked any more leaves the cart as it is', async () => {
  const cart = await make({ content: 'cursor', followed: { fulltext: 'beach' } })
  await sql`update cart set followed = '{"query":{"gone":1}}' where id = ${cart.id}`.execute(library.database)
  await (cartTasks['follow-queries'] as RecurringTask).run(
    as(editor),
    undefined,
    new AbortController().signal,
  )
  expect(idsOf(await view(editor, cart.id))).toHaveLength(assets.length)
})

test('an expired cart is kept for its owner for a while, and goes then', async () => {
  const ended = await make({ expires: '2020-01-01T00:00:00.000Z' })
  const recent = await make({
    collaborators: [who(other).id],
    expires: new Date(Date.now() - 86_400_000).toISOString(),
  })
  await (cartTasks['sweep-carts'] as RecurringTask).run(as(editor), undefined, new AbortController().signal)
  await expect(view(editor, ended.id)).rejects.toEqual(code('cart_not_found'))
  expect(await view(editor, recent.id)).toMatchObject({ status: 'expired' })
  await expect(view(other, recent.id)).rejects.toEqual(code('cart_not_found'))
})

test('P9.02 the carts of others are at most as many as the setting says, public and private ones each; a negative one is no limit', async () => {
  for (let at = 0; at < 3; at += 1) await make({ name: `Public ${at}`, private: false }, editor)
  for (let at = 0; at < 3; at += 1)
    await make({ name: `Shared ${at}`, collaborators: [who(third).id] }, editor)
  await make({ name: 'Own' }, third)
  const seen = async (maxSharedCarts: number | undefined): Promise<[number, number, number]> => {
    const carts = await cartRoutes.listCarts(
      { ...as(third), settings: { ...as(third).settings, maxSharedCarts } },
      {},
    )
    return [
      carts.filter((cart) => !cart.isMine && !cart.private).length,
      carts.filter((cart) => !cart.isMine && cart.private).length,
      carts.filter((cart) => cart.isMine).length,
    ]
  }
  const [publicOnes, sharedOnes] = await seen(-1)
  expect(publicOnes).toBeGreaterThan(2)
  expect(await seen(2)).toEqual([2, 2, 1])
  expect(await seen(undefined)).toEqual([publicOnes, sharedOnes, 1])
})

test('P5.06 P9.03 words inside of a cart: all, or any where asked for; ids alone for huge carts', async () => {
  const cart = await make({ items: items(assets) })
  const found = async (input: object): Promise<number[]> =>
    idsOf(await cartRoutes.viewCart(as(editor), { id: cart.id, ...input }))
  expect(await found({ fulltext: 'beach 4 ' })).toEqual([assets[4]])
  expect(await found({ fulltext: '4 5 ' })).toEqual([])
  expect(await found({ fulltext: '4 5 ', fulltextMode: 'must' })).toEqual([])
  expect(await found({ fulltext: '4 5 ', fulltextMode: 'should' })).toEqual([assets[4], assets[5]])
  expect((await cartRoutes.viewCart(as(editor), { id: cart.id, records: false })).items).toEqual({
    asset: assets,
  })
})

test('P7.21 an asset that is unpublished, replaced or deleted while in a cart', async () => {
  const asset = await library.addAsset({ name: 'Passing', bytes: Buffer.alloc(500) })
  const cart = await make({ private: false, items: items([asset, assets[0]]) })
  expect(idsOf(await view(viewer, cart.id))).toEqual([asset, assets[0]])
  await sql`update search set status = 1, facets = '{}' where id = ${asset}`.execute(library.database)
  expect(await view(viewer, cart.id)).toMatchObject({
    items: { asset: [assets[0]] },
    total: 2,
    sizeBytes: 100,
  })
  const { sha256, sizeBytes, crc32 } = await library.services.blobs.write(Buffer.alloc(900))
  await library.database.insertInto('blob').values({ sha256, size_bytes: sizeBytes, crc32 }).execute()
  await sql`update entity_file set sha256 = ${sha256} where id = ${asset}`.execute(library.database)
  await project(library.database, await getSchemaOf(library.services, 'asset'), [asset])
  expect((await view(editor, cart.id)).sizeBytes).toBe(1000)
  await library.database.deleteFrom('entity').where('id', '=', asset).execute()
  expect(await view(editor, cart.id)).toMatchObject({
    items: { asset: [assets[0]] },
    total: 1,
    sizeBytes: 100,
  })
})

test('P3.15 P7.35 P9.05 a player of an item is a frame; P7.36 who does not see the cart, or the asset, gets neither', async () => {
  const draft = await library.addAsset({
    name: 'Draft',
    status: 'draft',
    ownerId: who(editor).id,
    bytes: Buffer.from('secret'),
  })
  const cart = await make({ collaborators: [who(other).id], items: items([assets[0], draft]) })
  const player = (one: SignedIn | undefined, itemId: number | undefined, type = 'asset') =>
    cartRoutes.getCartItemPlayer(as(one), {
      player: 'fo.player',
      cartId: cart.id,
      type,
      itemId: String(itemId),
      width: '640',
      height: '50%',
    })
  const { html, javascriptUrls } = await player(other, assets[0])
  expect(html).toContain(
    `src="http://cartouche.test/api/wedia/dam/player/fo.player/asset/${assets[0]}?width=640&#38;height=50%25" width="640" height="50%"`,
  )
  expect(javascriptUrls).toEqual([])
  const picture = (one: SignedIn | undefined, itemId: number | string | undefined, variation = 'original') =>
    cartRoutes.getCartItemVariation(as(one), {
      variation,
      cartId: cart.id,
      itemType: 'asset',
      itemId: String(itemId),
    })
  expect(await picture(other, assets[0])).toMatchObject({ sizeBytes: 100 })
  const refused: [() => Promise<unknown>, string][] = [
    [() => player(other, draft), 'entity_not_found'],
    [() => picture(other, draft), 'entity_not_found'],
    [() => picture(other, assets[1]), 'entity_not_found'],
    [() => player(other, assets[1]), 'entity_not_found'],
    [() => picture(third, assets[0]), 'cart_not_found'],
    [() => player(third, assets[0]), 'cart_not_found'],
    [() => player(other, assets[0], 'user'), 'entity_not_found'],
    [() => picture(other, "1' or 1"), 'entity_not_found'],
  ]
  for (const [attempt, expected] of refused) await expect(attempt()).rejects.toEqual(code(expected))
})
