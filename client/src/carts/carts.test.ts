import { expect, test } from 'vitest'
import { calls, type Cart } from '@cartouche/contract/wire'
import { createFakeClient } from '../testing/fake-client.ts'
import { settle } from '../testing/fake-clock.ts'
import { selectCarts } from './select-carts.ts'
import { downloadProfilesOf, shareActionsOf } from './cart-lists.ts'
import { cartsOf } from './carts.ts'

async function open() {
  const fake = await createFakeClient()
  const items = fake.server.library
    .list('asset')
    .slice(0, 4)
    .map(({ id }) => ({ type: 'asset', id }))
  const carts = cartsOf(fake.client)
  return { ...fake, carts, items, shown: (id: number) => carts.byId.get(String(id)) }
}

test('P4.13 the list goes initial, then loaded; a refetch goes fetching and keeps what is shown', async () => {
  const { carts } = await open()
  await carts.createCart({ name: 'One' })
  const first = carts.fetchCarts()
  expect(carts.list.get()).toMatchObject({ status: 'initial', hasData: false })
  await first
  expect(carts.list.get()).toMatchObject({ status: 'loaded', carts: [{ name: 'One' }], canMakePublic: true })
  const again = carts.fetchCarts()
  expect(carts.list.get()).toMatchObject({ status: 'fetching', carts: [{ name: 'One' }] })
  await again
})

test('P8.02 a failed retrieval is logged, sets error and is rethrown', async () => {
  const { carts, server, logged, shown } = await open()
  server.fail('internal')
  await expect(carts.fetchCarts()).rejects.toMatchObject({ code: 'internal' })
  expect(carts.list.get()).toMatchObject({ status: 'error', error: { code: 'internal' } })
  await expect(carts.fetchCart(77)).rejects.toThrow('Unknown cart 77')
  expect(shown(77)).toMatchObject({ status: 'error', error: { code: 'cart_not_found' } })
  expect(logged).toEqual(['Failed to retrieve carts', 'Failed to retrieve cart 77'])
})

test('P8.02 actions of shares and profiles of archives: a failure is logged, sets error and is rethrown', async () => {
  const { client, server, logged } = await open()
  const lists = [shareActionsOf(client), downloadProfilesOf(client)]
  server.fail('access_denied', 'access_denied')
  for (const list of lists) {
    await expect(list.fetch()).rejects.toMatchObject({ code: 'access_denied' })
    expect(list.get()).toMatchObject({ status: 'error', data: null, error: { code: 'access_denied' } })
  }
  expect(logged).toEqual(['Failed to retrieve actions', 'Failed to retrieve profiles'])
  await Promise.all(lists.map((list) => list.fetch()))
  expect(lists.map((list) => [list.get().status, list.get().data?.[0]?.code])).toEqual([
    ['loaded', 'view'],
    ['loaded', 'originals'],
  ])
})

test('P5.01 P8.03 creating a cart needs a name that is not empty, and a failure is logged', async () => {
  const { carts, server, logged } = await open()
  const before = server.requests.length
  await expect(carts.createCart({})).rejects.toThrow('A cart requires a name')
  await expect(carts.createCart({ name: '  ' })).rejects.toThrow('A cart requires a non empty name')
  expect(server.requests).toHaveLength(before)
  server.fail('internal')
  await expect(carts.createCart({ name: 'A' })).rejects.toMatchObject({ code: 'internal' })
  expect(logged).toEqual(['Error creating cart'])
})

test('P8.03 a cart that cannot be edited is logged', async () => {
  const { carts, server, logged } = await open()
  const { id } = await carts.createCart({ name: 'A' })
  server.fail('access_denied')
  await expect(carts.editCart(id, { name: 'B' })).rejects.toMatchObject({ code: 'access_denied' })
  expect(logged).toEqual(['Error editing cart'])
})

test('P5.02 editing a cart needs a string name', async () => {
  const { carts } = await open()
  const { id } = await carts.createCart({ name: 'A' })
  await expect(carts.editCart(id, { name: 7 })).rejects.toThrow('A cart requires a name')
  await expect(carts.editCart(id, { name: '' })).rejects.toThrow('A cart requires a non empty name')
  await expect(carts.editCart(id, { description: 'no name is given' })).resolves.toMatchObject({
    description: 'no name is given',
  })
})

test('P4.14 an edit sets fetching, then loaded, or error; the list and the cart show it', async () => {
  const { carts, items, shown, server } = await open()
  const { id } = await carts.createCart({ name: 'A', items: items.slice(0, 2) })
  await Promise.all([carts.fetchCart(id), carts.fetchCarts()])
  expect(shown(id)).toMatchObject({
    status: 'loaded',
    items: items.slice(0, 2),
    assets: [{ name: 'Asset 1' }, { name: 'Asset 2' }],
  })
  const added = carts.addItems(id, items)
  expect(shown(id).status).toBe('fetching')
  await added
  expect(shown(id)).toMatchObject({
    status: 'loaded',
    items,
    assets: items.map(({ id: asset }) => ({ id: asset })),
  })
  await carts.removeItems(id, items.slice(0, 1))
  expect(shown(id).assets.map(({ name }) => name)).toEqual(['Asset 2', 'Asset 3', 'Asset 4'])
  expect(carts.list.get().carts[0]?.total).toBe(3)
  server.fail('access_denied')
  await expect(carts.editCart(id, { name: 'B' })).rejects.toMatchObject({ code: 'access_denied' })
  expect(shown(id)).toMatchObject({ status: 'error', cart: { name: 'A' } })
  await carts.deleteCart(id)
  expect(carts.list.get().carts).toEqual([])
})

test('a list that was asked for before an edit was answered does not undo it', async () => {
  const { carts, server } = await open()
  await carts.createCart({ name: 'First' })
  await carts.fetchCarts()
  const { release } = server.hold('/listCarts')
  const old = carts.fetchCarts()
  await settle()
  const answered = server.requests.length
  await carts.createCart({ name: 'Second' })
  release()
  await old
  expect(
    carts.list
      .get()
      .carts.map(({ name }) => name)
      .toSorted(),
  ).toEqual(['First', 'Second'])
  expect(server.requests.slice(answered).filter((request) => request.includes('/listCarts'))).toHaveLength(1)
})

test('an edit is based on the version that is known: whoever lost the race gets a conflict', async () => {
  const { carts, client } = await open()
  const { id } = await carts.createCart({ name: 'A' })
  await carts.fetchCart(id)
  await client.call(calls.editCart, { id, name: 'Other' })
  await expect(carts.editCart(id, { name: 'Late' })).rejects.toMatchObject({
    code: 'version_conflict',
    status: 409,
  })
})

const cart = (id: number, name: string, total: number, isMine = true): Cart => ({
  id,
  name,
  total,
  isMine,
  description: '',
  status: 'active',
  private: true,
  isEditable: true,
  permissions: { edit: true, delete: true, share: true, download: true, people: true },
  owner: { id: 1, name: '' },
  collaborators: [],
  type: 'cart',
  expires: null,
  modified: '',
  version: 1,
  sizeBytes: 0,
  cover: [],
  coverItem: null,
  shares: null,
  content: 'cart',
  followed: null,
  items: [],
})
const some = [cart(2, 'Harbour (night)', 9), cart(10, 'harbour day', 1, false), cart(9, 'Trees', 30)]
const ids = (selection: Parameters<typeof selectCarts>[1]): readonly number[] =>
  selectCarts(some, selection).map(({ id }) => id)

test('P5.04 the filter is case-insensitive on the name, with * as a wildcard', () => {
  expect(ids({ name: 'HARBOUR' })).toEqual([10, 2])
  expect(ids({ name: 'h*night)' })).toEqual([2])
  expect(ids({ name: '(' })).toEqual([2])
  expect(ids({ name: 'h.*' })).toEqual([])
})

test('P5.05 the order is by id, numeric and descending, by default; total counts items', () => {
  expect(ids({})).toEqual([10, 9, 2])
  expect(ids({ direction: 'asc' })).toEqual([2, 9, 10])
  expect(ids({ sortBy: 'total' })).toEqual([9, 2, 10])
  expect(ids({ sortBy: 'name', direction: 'asc' })).toEqual([2, 10, 9])
  expect(ids({ whose: 'others' })).toEqual([10])
})
