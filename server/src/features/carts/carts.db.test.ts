import { calls, type Cart } from '@cartouche/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymous, type SignedIn } from '../../access/identity.ts'
import { cartRoutes } from './test-carts.ts'
import { createTestLibrary, type TestLibrary } from './test-library.ts'

let library: TestLibrary
let editor: SignedIn
let other: SignedIn
let viewer: SignedIn
let portal: SignedIn
let admin: SignedIn
let assets: number[]
let draft: number

beforeAll(async () => {
  library = await createTestLibrary()
  ;[editor, other, viewer, portal, admin] = await Promise.all([
    library.addUser('Ed', 'editor'),
    library.addUser('Otto', 'contributor'),
    library.addUser('Vera', 'viewer'),
    library.addUser('portal', 'portal', 'application'),
    library.addUser('Ada', 'administrator'),
  ])
  assets = []
  for (let at = 0; at < 8; at += 1)
    assets.push(await library.addAsset({ name: `Beach ${at}`, bytes: Buffer.alloc(100 + at) }))
  draft = await library.addAsset({
    name: 'Draft of Ed',
    status: 'draft',
    bytes: Buffer.alloc(7),
    ownerId: editor.id,
  })
})
afterAll(() => library.close())

const items = (ids: readonly number[]) => ids.map((id) => ({ type: 'asset', id }))
const make = async (
  who: SignedIn,
  input: Partial<Parameters<typeof cartRoutes.createCart>[1]> = {},
): Promise<Cart> => {
  const [cart] = await cartRoutes.createCart(library.as(who), { name: 'Cart', ...input })
  expect(calls.createCart.answers.parse([{ ...cart, id: String(cart.id) }])).toBeTruthy()
  return cart
}
const view = (who: SignedIn, id: number, more: object = {}): Promise<Cart> =>
  cartRoutes.viewCart(library.as(who), { id, ...more })
const idsOf = (cart: Cart): number[] =>
  Array.isArray(cart.items) ? cart.items.map((item) => item.id) : (cart.items['asset'] ?? [])
const code = (name: string) => expect.objectContaining({ code: name })

test('P5.01 P8.01 creating a cart needs a name that is not empty', async () => {
  for (const [name, message] of [
    [undefined, 'A cart requires a name'],
    ['', 'A cart requires a non empty name'],
    ['  \n', 'A cart requires a non empty name'],
  ] as const) {
    await expect(cartRoutes.createCart(library.as(editor), { name })).rejects.toThrow(message)
  }
})

test('P3.01 P3.02 P3.03 P7.22 a new cart is private and its maker’s', async () => {
  const cart = await make(editor, {
    name: ' Été 🌞 ',
    description: 'd',
    type: 'board',
    collaborators: [other.id],
    expires: '2099-01-01T00:00:00.000Z',
    items: items([assets[1] ?? 0, assets[0] ?? 0]),
  })
  expect(cart).toMatchObject({
    name: 'Été 🌞',
    description: 'd',
    status: 'active',
    private: true,
    isMine: true,
    isEditable: true,
    owner: { id: editor.id, name: 'Ed' },
    collaborators: [{ id: other.id, name: 'Otto' }],
    type: 'board',
    expires: '2099-01-01T00:00:00.000Z',
    total: 2,
    sizeBytes: 201,
    permissions: { edit: true, delete: true, share: true, download: true, people: true },
  })
  expect(idsOf(cart)).toEqual([assets[1], assets[0]])
})

test('P3.04 items are a map of type to ids, or a list of pairs', async () => {
  const cart = await make(editor, { items: items(assets.slice(0, 2)) })
  expect(cart.items).toEqual({ asset: assets.slice(0, 2) })
  expect((await view(editor, cart.id, { output: 'list' })).items).toEqual(items(assets.slice(0, 2)))
  expect(await cartRoutes.listCartItems(library.as(editor), { id: cart.id, output: 'list' })).toMatchObject({
    id: cart.id,
    items: items(assets.slice(0, 2)),
  })
  expect((await cartRoutes.listCartItems(library.as(editor), { id: cart.id })).items).toEqual({
    asset: assets.slice(0, 2),
  })
})

test('P3.05 P7.19 detailed items are the records, in the order of the items', async () => {
  const cart = await make(editor, { items: items([assets[3] ?? 0, assets[2] ?? 0]) })
  const viewed = await view(editor, cart.id, { output: 'list', records: true })
  expect(viewed.items).toMatchObject([
    { id: assets[3], type: 'asset', $resource: 'asset', metadata: { filesize: 103 } },
    { id: assets[2], metadata: { filesize: 102 } },
  ])
  expect((await view(editor, cart.id, { records: true })).items).toMatchObject({
    asset: [{ id: assets[3], type: 'asset', metadata: { filesize: 103 } }, { id: assets[2] }],
  })
})

test('P7.19 fulltext keeps the items that match', async () => {
  const cart = await make(editor, { items: items(assets) })
  const found = await view(editor, cart.id, { fulltext: 'beach 5' })
  expect(idsOf(found)).toEqual([assets[5]])
  expect(found).toMatchObject({ fulltext: 'beach 5', total: 8, sizeBytes: 105 })
})

test('P3.09 P6.04 P7.14 only who may make public carts makes one', async () => {
  expect(await cartRoutes.getCartUserProfile(library.as(editor))).toEqual({
    permissions: { makePublicBoard: true },
  })
  expect(await cartRoutes.getCartUserProfile(library.as(other))).toEqual({
    permissions: { makePublicBoard: false },
  })
  await expect(make(other, { private: false })).rejects.toEqual(code('cart_public_refused'))
  const mine = await make(other)
  await expect(
    cartRoutes.editCart(library.as(other), { id: mine.id, name: 'x', private: false }),
  ).rejects.toEqual(code('cart_public_refused'))
  const open = await make(editor, { private: false, collaborators: [other.id] })
  expect(
    await cartRoutes.editCart(library.as(other), { id: open.id, name: 'kept public', private: false }),
  ).toMatchObject({ private: false, name: 'kept public' })
})

test('P6.03 P6.05 a private cart is its owner’s and its collaborators’, a public one is for all to see', async () => {
  const mine = await make(editor, { collaborators: [other.id] })
  const open = await make(editor, { private: false })
  expect(await view(other, mine.id)).toMatchObject({
    isMine: false,
    isEditable: true,
    permissions: { edit: true, delete: false, share: true, people: false },
  })
  expect(await view(viewer, open.id)).toMatchObject({
    isMine: false,
    isEditable: false,
    permissions: { edit: false, delete: false, share: false, download: true },
  })
  expect(await view(admin, mine.id)).toMatchObject({
    isMine: false,
    permissions: { edit: true, delete: true, share: true, download: true, people: true },
  })
  for (const stranger of [viewer, portal])
    await expect(view(stranger, mine.id)).rejects.toThrow(`Unknown cart ${mine.id}`)
  await expect(cartRoutes.viewCart(library.as(anonymous), { id: open.id })).rejects.toEqual(
    code('sign_in_needed'),
  )
})

test('P6.03 who may not edit or delete a cart changes nothing', async () => {
  const cart = await make(editor, { private: false, items: items(assets.slice(0, 1)) })
  const hidden = await make(editor)
  const attempts = (id: number) => [
    () => cartRoutes.editCart(library.as(viewer), { id, name: 'mine now' }),
    () => cartRoutes.addCartItems(library.as(viewer), { id, items: items([assets[2] ?? 0]) }),
    () => cartRoutes.removeCartItems(library.as(viewer), { id, items: items([assets[0] ?? 0]) }),
    () => cartRoutes.deleteCart(library.as(viewer), { id }),
  ]
  for (const attempt of attempts(cart.id)) await expect(attempt()).rejects.toEqual(code('access_denied'))
  for (const attempt of attempts(hidden.id)) await expect(attempt()).rejects.toEqual(code('cart_not_found'))
  expect(await view(editor, cart.id)).toMatchObject({
    name: 'Cart',
    version: cart.version,
    modified: cart.modified,
    total: 1,
  })
})

test('items that someone is not allowed to see are not revealed', async () => {
  const cart = await make(editor, { private: false, items: items([draft, ...assets.slice(0, 2)]) })
  expect(await view(editor, cart.id)).toMatchObject({
    items: { asset: [draft, ...assets.slice(0, 2)] },
    sizeBytes: 208,
    total: 3,
  })
  const seen = await view(viewer, cart.id)
  expect(seen).toMatchObject({ items: { asset: assets.slice(0, 2) }, sizeBytes: 201, total: 3 })
  expect(JSON.stringify([seen.cover, seen.items])).not.toContain(String(draft))
  const [listed] = await cartRoutes.listCarts(library.as(viewer), { withItem: `asset:${draft}` })
  expect(listed).toBeUndefined()
  expect(await cartRoutes.listCarts(library.as(editor), { withItem: `asset:${draft}` })).toHaveLength(1)
})

test('what someone is not allowed to see can be neither added nor taken out', async () => {
  const mine = await make(viewer)
  await expect(
    cartRoutes.addCartItems(library.as(viewer), { id: mine.id, items: items([assets[0] ?? 0, draft]) }),
  ).rejects.toEqual(code('entity_not_found'))
  await expect(
    cartRoutes.addCartItems(library.as(viewer), { id: mine.id, items: [{ type: 'user', id: editor.id }] }),
  ).rejects.toEqual(code('entity_not_found'))
  expect((await view(viewer, mine.id)).total).toBe(0)
  await expect(make(viewer, { name: 'not made', items: items([draft]) })).rejects.toEqual(
    code('entity_not_found'),
  )
  expect(await cartRoutes.listCarts(library.as(viewer), { name: 'not made' })).toEqual([])
  const shared = await make(editor, { collaborators: [other.id], items: items([draft]) })
  expect(
    (await cartRoutes.removeCartItems(library.as(other), { id: shared.id, items: items([draft]) })).total,
  ).toBe(1)
})

test('P7.24 P7.25 items are added at the end, once, and taken out', async () => {
  const cart = await make(editor)
  const add = (ids: readonly number[]): Promise<Cart> =>
    cartRoutes.addCartItems(library.as(editor), { id: cart.id, items: items(ids) })
  await add([assets[2] ?? 0, assets[1] ?? 0, assets[2] ?? 0])
  expect(idsOf(await add([assets[1] ?? 0, assets[0] ?? 0]))).toEqual([assets[2], assets[1], assets[0]])
  expect(
    idsOf(
      await cartRoutes.removeCartItems(library.as(editor), {
        id: cart.id,
        items: items([assets[1] ?? 0, 999_999]),
      }),
    ),
  ).toEqual([assets[2], assets[0]])
})

test('two people who add at once lose nothing, and neither’s items are torn apart', async () => {
  const cart = await make(editor, { collaborators: [other.id] })
  const add = (who: SignedIn, ids: readonly number[]): Promise<Cart> =>
    cartRoutes.addCartItems(library.as(who), { id: cart.id, items: items(ids) })
  await Promise.all([add(editor, assets.slice(0, 4)), add(other, assets.slice(4))])
  const after = await view(editor, cart.id)
  const ids = idsOf(after)
  expect([ids, [...ids.slice(4), ...ids.slice(0, 4)]]).toContainEqual(assets)
  expect(after.version).toBe(cart.version + 2)
})

test('`modified` never repeats and `version` rises with every edit', async () => {
  const cart = await make(editor, { collaborators: [other.id] })
  const edits = await Promise.all(
    assets.map(async (id, at) =>
      cartRoutes.addCartItems(library.as(at % 2 ? editor : other), { id: cart.id, items: items([id]) }),
    ),
  )
  const last = await cartRoutes.removeCartItems(library.as(editor), { id: cart.id, items: items(assets) })
  const versions = edits.map(({ version }) => version)
  // Every answer is read after its edit, so it may show a later one; the last shows them all.
  expect(last.version).toBe(cart.version + assets.length + 1)
  expect(Math.min(...versions)).toBeGreaterThan(cart.version)
  let seen = last.modified
  for (let at = 0; at < 20; at += 1) {
    const { modified } = await cartRoutes.editCart(library.as(editor), { id: cart.id, name: 'same' })
    expect(modified > seen).toBe(true)
    seen = modified
  }
  // Nor when the clock was set back.
  await sql`update cart set modified_at = modified_at + interval '1 hour' where id = ${cart.id}`.execute(
    library.database,
  )
  const { modified: ahead } = await view(editor, cart.id)
  expect(
    (await cartRoutes.editCart(library.as(editor), { id: cart.id, name: 'same' })).modified > ahead,
  ).toBe(true)
})

test('P5.02 P7.23 editing needs a name; what is not given stays', async () => {
  const cart = await make(editor, { description: 'first', expires: '2099-01-01T00:00:00.000Z' })
  const edit = (input: object): Promise<Cart> =>
    cartRoutes.editCart(library.as(editor), { id: cart.id, ...input })
  for (const name of [undefined, null, 5, {}])
    await expect(edit({ name })).rejects.toThrow('A cart requires a name')
  await expect(edit({ name: ' ' })).rejects.toThrow('A cart requires a non empty name')
  expect(await edit({ name: 'new' })).toMatchObject({
    name: 'new',
    description: 'first',
    private: true,
    expires: '2099-01-01T00:00:00.000Z',
  })
  expect(await edit({ name: 'new', description: '', private: false, expires: null })).toMatchObject({
    description: '',
    private: false,
    expires: null,
  })
})

test('an edit that is based on an older version is refused', async () => {
  const cart = await make(editor)
  const edit = (version: number, name: string): Promise<Cart> =>
    cartRoutes.editCart(library.as(editor), { id: cart.id, name, version })
  const outcomes = await Promise.allSettled([edit(cart.version, 'one'), edit(cart.version, 'two')])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: code('version_conflict'),
  })
})

test('P5.04 the name filter knows no case, and * stands for anything', async () => {
  for (const name of ['Spring 2026', 'My spring', 'Printemps 100%', 'Élan']) await make(portal, { name })
  const names = async (name: string): Promise<string[]> =>
    (await cartRoutes.listCarts(library.as(portal), { name }))
      .filter(({ isMine }) => isMine)
      .map((cart) => cart.name)
      .toSorted()
  expect(await names('SPRING')).toEqual(['My spring', 'Spring 2026'])
  expect(await names('spring*')).toEqual(['Spring 2026'])
  expect(await names('*sp*2*')).toEqual(['Spring 2026'])
  expect(await names('100%')).toEqual(['Printemps 100%'])
  expect(await names('_')).toEqual([])
  expect(await names('éLAN')).toEqual(['Élan'])
})

test('P5.05 P7.20 carts come by id, last first, or as asked for; filtered by type and at most as many as asked for', async () => {
  const first = await make(viewer, { type: 'a', name: 'zebra', items: items(assets.slice(0, 2)) })
  const second = await make(viewer, {
    type: 'b',
    name: 'Adder',
    items: items(assets.slice(0, 1)),
    expires: '2099-01-01T00:00:00.000Z',
  })
  await cartRoutes.editCart(library.as(viewer), { id: first.id, name: 'zebras' })
  const order = async (input: Parameters<typeof cartRoutes.listCarts>[1]): Promise<number[]> =>
    (await cartRoutes.listCarts(library.as(viewer), { whose: 'mine', type: ['a', 'b'], ...input })).map(
      ({ id }) => id,
    )
  expect(await order({})).toEqual([second.id, first.id])
  expect(await order({ direction: 'asc' })).toEqual([first.id, second.id])
  expect(await order({ sortBy: 'modified' })).toEqual([first.id, second.id])
  expect(await order({ sortBy: 'total' })).toEqual([first.id, second.id])
  expect(await order({ sortBy: 'name', direction: 'asc' })).toEqual([second.id, first.id])
  expect(await order({ sortBy: 'expires' })).toEqual([second.id, first.id])
  expect(await order({ whose: 'others' })).toEqual([])
  expect(await order({ private: false })).toEqual([])
  expect((await cartRoutes.listCarts(library.as(viewer), { type: ['b'] })).map(({ id }) => id)).toEqual([
    second.id,
  ])
  expect(await cartRoutes.listCarts(library.as(viewer), { max: 1 })).toHaveLength(1)
})

test('an expired cart is its owner’s alone', async () => {
  const cart = await make(editor, {
    private: false,
    collaborators: [other.id],
    expires: '2020-01-01T00:00:00.000Z',
  })
  expect(await view(editor, cart.id)).toMatchObject({ status: 'expired' })
  for (const who of [other, viewer, admin])
    await expect(view(who, cart.id)).rejects.toEqual(code('cart_not_found'))
  expect((await cartRoutes.listCarts(library.as(other), {})).map(({ id }) => id)).not.toContain(cart.id)
})

test('P7.29 a deleted cart is gone', async () => {
  const cart = await make(editor)
  expect(await cartRoutes.deleteCart(library.as(editor), { id: cart.id })).toEqual({
    id: cart.id,
    deleted: true,
  })
  await expect(view(editor, cart.id)).rejects.toEqual(code('cart_not_found'))
})

test('a collaborator must be a user whom the user may see', async () => {
  await expect(make(editor, { collaborators: [999_999] })).rejects.toEqual(code('invalid_parameter'))
  await expect(make(viewer, { collaborators: [editor.id] })).rejects.toEqual(code('invalid_parameter'))
})

test('a cart of a thousand items is viewed with brief records, in order', async () => {
  const { rows } = await sql<{
    id: number
  }>`insert into entity (resource, status, props) select 'asset', 6, jsonb_build_object('name', 'Many ' || i) from generate_series(1, 1000) i returning id`.execute(
    library.database,
  )
  const ids = rows.map(({ id }) => id).toReversed()
  await sql`insert into search (resource, id, status, created_at, modified_at, facets, words, keys) select resource, id, status, created_at, modified_at, '{}', '', '{}' from entity where id = any(${ids}::bigint[])`.execute(
    library.database,
  )
  const cart = await make(editor, { items: items([...ids, assets[0] ?? 0]) })
  expect(idsOf(cart)).toEqual([...ids, assets[0]])
  const { items: records, total } = await view(editor, cart.id, { output: 'list', records: true })
  if (!Array.isArray(records)) throw new Error('A list was asked for')
  expect(records.map(({ id }) => id)).toEqual([...ids, assets[0]])
  expect(total).toBe(1001)
  expect(records.at(-1)).toMatchObject({
    type: 'asset',
    $resource: 'asset',
    name: 'Beach 0',
    rootnature: { id: 1, name: 'IMAGE' },
    metadata: { filesize: 100, mediatype: 'image/jpeg' },
  })
})

test('the covers are the first four items', async () => {
  const cart = await make(editor, { items: items(assets) })
  expect(cart.cover).toEqual(items(assets.slice(0, 4)))
})
