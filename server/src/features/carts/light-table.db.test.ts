import type { LightTablePlace } from '@cartouche/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '../../access/identity.ts'
import { cartRoutes } from './test-carts.ts'
import { createTestLibrary, type TestLibrary } from './test-library.ts'

let library: TestLibrary
let [editor, other, viewer]: SignedIn[] = []
let assets: number[]
let draft: number

beforeAll(async () => {
  library = await createTestLibrary()
  ;[editor, other] = [await library.addUser('Ed', 'editor'), await library.addUser('Otto', 'editor')]
  viewer = await library.addUser('Vera', 'viewer')
  assets = []
  for (let at = 0; at < 3; at += 1)
    assets.push(await library.addAsset({ name: `Beach ${at}`, props: { width: 300, height: 200 } }))
  assets.push(await library.addAsset({ name: 'Letter', nature: 'DOCUMENT' }))
  draft = await library.addAsset({ name: 'Draft', status: 'draft' })
})
afterAll(() => library.close())

const as = (one: SignedIn | undefined) => {
  if (!one) throw new Error('Made before the tests')
  return library.as(one)
}
const at = (x: number, y = 0): LightTablePlace => ({ x, y, width: 240, layer: 0 })
const placed = (ids: readonly (number | undefined)[], place: LightTablePlace | null) =>
  ids.map((id) => ({ type: 'asset', id: id ?? 0, place }))
async function makeCart(ids: readonly number[] = assets) {
  const [cart] = await cartRoutes.createCart(as(editor), {
    name: 'Board',
    items: ids.map((id) => ({ type: 'asset', id })),
  })
  await cartRoutes.addCartCollaborators(as(editor), {
    id: cart.id,
    collaborators: [
      { id: other?.id ?? 0, right: 'edit' },
      { id: viewer?.id ?? 0, right: 'view' },
    ],
  })
  return cart.id
}
const placesOf = async (id: number, one = editor) =>
  (await cartRoutes.getLightTable(as(one), { id })).items.map(({ place }) => place?.x ?? null)

test('a table has the items of its cart in order, with what draws them', async () => {
  const id = await makeCart()
  const { revision, items } = await cartRoutes.getLightTable(as(viewer), { id })
  expect(revision).toBe(0)
  expect(items.map(({ name, ratio, place }) => [name, ratio, place])).toEqual([
    ['Beach 0', 1.5, null],
    ['Beach 1', 1.5, null],
    ['Beach 2', 1.5, null],
    ['Letter', 0.72, null],
  ])
})

test('places are per item: of two people at once neither loses any, and the cart stays as it was', async () => {
  const id = await makeCart()
  const before = await cartRoutes.viewCart(as(editor), { id })
  await Promise.all([
    cartRoutes.arrangeLightTable(as(editor), { id, items: placed(assets.slice(0, 2), at(10)) }),
    cartRoutes.arrangeLightTable(as(other), { id, items: placed(assets.slice(2, 4), at(20)) }),
  ])
  expect(await placesOf(id)).toEqual([10, 10, 20, 20])
  const { revision, items } = await cartRoutes.getLightTable(as(editor), { id, since: 1 })
  expect([revision, items.length]).toEqual([2, 2])
  // What nobody placed yet is settled where it was seen; what somebody placed meanwhile stays there.
  await cartRoutes.arrangeLightTable(as(other), { id, items: placed([assets[0]], null) })
  const settled = await cartRoutes.arrangeLightTable(as(editor), {
    id,
    items: placed(assets, at(99)),
    onlyUnplaced: true,
  })
  expect(settled.items.map((item) => item.id)).toEqual([assets[0]])
  expect(await placesOf(id)).toEqual([99, 10, 20, 20])
  const after = await cartRoutes.viewCart(as(editor), { id })
  expect([after.version, after.modified, after.items]).toEqual([
    before.version,
    before.modified,
    before.items,
  ])
})

test('whoever looks at a cart does not move its items; what one does not see is neither shown nor moved', async () => {
  const id = await makeCart([...assets.slice(0, 2), draft])
  await expect(
    cartRoutes.arrangeLightTable(as(viewer), { id, items: placed(assets.slice(0, 1), at(5)) }),
  ).rejects.toMatchObject({ code: 'access_denied' })
  await cartRoutes.arrangeLightTable(as(editor), { id, items: placed([...assets, draft], at(7)) })
  expect(await placesOf(id, viewer)).toEqual([7, 7])
  expect(await placesOf(id)).toEqual([7, 7, 7])
  const stranger = await library.addUser('Stan', 'contributor')
  await cartRoutes.addCartCollaborators(as(editor), {
    id,
    collaborators: [{ id: stranger.id, right: 'edit' }],
  })
  const moved = await cartRoutes.arrangeLightTable(as(stranger), {
    id,
    items: placed([assets[0], draft], at(8)),
  })
  expect(moved.items.map((item) => item.id)).toEqual([assets[0]])
  expect(await placesOf(id)).toEqual([8, 7, 7])
  await cartRoutes.removeCartCollaborators(as(editor), { id, collaborators: [stranger.id] })
  await expect(cartRoutes.getLightTable(as(stranger), { id })).rejects.toMatchObject({
    code: 'cart_not_found',
  })
})

test('what is taken out of a cart takes its place with it', async () => {
  const id = await makeCart()
  await cartRoutes.arrangeLightTable(as(editor), { id, items: placed(assets, at(3)) })
  const item = { type: 'asset', id: assets[1] ?? 0 }
  await cartRoutes.removeCartItems(as(editor), { id, items: [item] })
  await cartRoutes.addCartItems(as(editor), { id, items: [item] })
  expect(await placesOf(id)).toEqual([3, 3, 3, null])
})
