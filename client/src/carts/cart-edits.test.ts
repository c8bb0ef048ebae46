import fc from 'fast-check'
import { calls, type ItemReference } from '@cartouche/contract/wire'
import { expect, test } from 'vitest'
import { createFakeClient } from '../testing/fake-client.ts'
import { settle } from '../testing/fake-clock.ts'
import { openLiveWorld } from '../testing/live-world.ts'
import { applyEdit, placesOf, rebaseMove, type ItemsEdit } from './cart-items.ts'
import { cartsOf, playerKey } from './carts.ts'

async function open(count = 4, assets = 300, options: Parameters<typeof createFakeClient>[0] = {}) {
  const fake = await createFakeClient({ assets, ...options })
  const items = fake.server.library.list('asset').map(({ id }) => ({ type: 'asset', id }))
  const carts = cartsOf(fake.client)
  const { id } = await carts.createCart({ name: 'Cart', items: items.slice(0, count) })
  await carts.fetchCart(id)
  return { ...fake, carts, items, id, shown: () => carts.byId.get(String(id)) }
}
const idsOf = (items: readonly ItemReference[]): number[] => items.map(({ id }) => id)

test('an edit is seen at once, and stays when the server has answered', async () => {
  const { carts, server, items, id, shown } = await open()
  const [a, b, c, d] = items.map((item) => item.id)
  const { release } = server.hold('Items')
  const edits = [
    carts.moveItems(id, items.slice(3, 4), { type: 'asset', id: a ?? 0 }),
    carts.removeItems(id, items.slice(1, 2)),
    carts.addItems(id, items.slice(5, 6)),
  ]
  expect(idsOf(shown().items)).toEqual([d, a, c, items[5]?.id])
  expect(shown().status).toBe('fetching')
  release()
  await Promise.all(edits)
  expect(shown()).toMatchObject({
    status: 'loaded',
    items: [{ id: d }, { id: a }, { id: c }, { id: items[5]?.id }],
  })
  expect(shown().assets.map((asset) => asset.id)).toEqual([d, a, c, items[5]?.id])
  expect(idsOf(shown().items)).not.toContain(b)
})

test('an edit that fails goes again, and says why', async () => {
  const { carts, server, items, id, shown } = await open()
  const before = idsOf(shown().items)
  server.fail('access_denied')
  const failing = carts.removeItems(id, items.slice(0, 2))
  expect(idsOf(shown().items)).toEqual(before.slice(2))
  await expect(failing).rejects.toMatchObject({ code: 'access_denied' })
  expect(shown()).toMatchObject({ status: 'error', error: { code: 'access_denied' } })
  expect(idsOf(shown().items)).toEqual(before)
  await carts.removeItems(id, items.slice(0, 1))
  expect(shown()).toMatchObject({ status: 'loaded', error: null })
})

test('undoing a removal puts everything back where it was', async () => {
  const { carts, items, id, shown } = await open(6)
  const before = idsOf(shown().items)
  const taken = placesOf(
    shown().items,
    [items[4], items[1]].flatMap((item) => item ?? []),
  )
  await carts.removeItems(id, taken)
  expect(idsOf(shown().items)).toHaveLength(4)
  await carts.addItems(id, taken)
  expect(idsOf(shown().items)).toEqual(before)
})

test('a move on a cart that someone changed meanwhile is made again, and is reported', async () => {
  const { client, carts, items, id, shown } = await open()
  const [a, b, c, d] = items.map((item) => item.id)
  await client.call(calls.removeCartItems, { id, items: [items[1]].flatMap((item) => item ?? []) })
  await carts.moveItems(id, items.slice(3, 4), { type: 'asset', id: b ?? 0 })
  expect([idsOf(shown().items), shown().rebaseCount]).toEqual([[a, d, c], 1])
})

test('an edit of something else than what someone changed meanwhile is made again; of the same, it is refused', async () => {
  const { client, carts, id, shown } = await open()
  await client.call(calls.editCart, { id, name: 'Cart', description: 'theirs' })
  await expect(carts.editCart(id, { name: 'Mine' })).resolves.toMatchObject({
    name: 'Mine',
    description: 'theirs',
  })
  expect(shown().rebaseCount).toBe(1)
  await client.call(calls.editCart, { id, name: 'Theirs' })
  await expect(carts.editCart(id, { name: 'Late' })).rejects.toMatchObject({ code: 'version_conflict' })
  expect(shown().cart?.name).toBe('Theirs')
})

test('P9.03 with the huge-carts option, ids are split into chunks of its max, 200 at most', async () => {
  for (const [max, chunks] of [
    [40, [40, 40]],
    [1000, [200, 50]],
  ] as const) {
    const { carts, server, id } = await open(250, 300, { hugeCarts: { max } })
    await carts.fetchMore(id)
    const asked = server.requests
      .filter((request) => request.includes('dam/data/asset'))
      .map((request) => /"in":\[([\d,]*)\]/.exec(decodeURIComponent(request))?.[1]?.split(',').length)
    expect(asked).toEqual(chunks)
  }
})

test('P9.03 records come by pages of 100, and what is added to a cart that was read whole is read too', async () => {
  const { carts, server, items, id, shown } = await open(250)
  expect(shown()).toMatchObject({ hasNext: true, items: { length: 250 }, assets: { length: 100 } })
  await carts.fetchMore(id)
  await Promise.all([carts.fetchMore(id), carts.fetchMore(id)])
  expect(shown()).toMatchObject({ hasNext: false, assets: { length: 250 } })
  const before = server.requests.length
  await carts.addItems(id, items.slice(250, 260))
  expect(shown()).toMatchObject({ hasNext: false, assets: { length: 260 } })
  expect(server.requests.slice(before)).toHaveLength(2)
  await carts.fetchCart(id)
  expect(
    server.requests
      .filter((request) => request.includes('dam/data/asset'))
      .every(
        (request) =>
          (decodeURIComponent(request)
            .match(/"in":\[([\d,]*)\]/)?.[1]
            ?.split(',').length ?? 0) <= 100,
      ),
  ).toBe(true)
})

test('P5.06 words inside of a cart, and only modes that there are', async () => {
  const { carts, server, id, shown } = await open()
  await carts.search(id, 'Asset 2', 'should')
  expect(shown()).toMatchObject({
    found: { fulltext: 'Asset 2', fulltextMode: 'should' },
    items: { length: 4 },
    assets: [{ name: 'Asset 2' }],
    hasNext: false,
  })
  await carts.search(id, 'Asset 3', 'fuzzy')
  await carts.search(id, 'Asset 3')
  expect(server.requests.filter((request) => request.includes('fulltextMode'))).toHaveLength(1)
  expect(server.requests.some((request) => request.includes('fulltextMode=should'))).toBe(true)
  await carts.search(id, ' ')
  expect(shown()).toMatchObject({ found: null, assets: { length: 4 } })
})

test('P6.05 people are let in, put out and given the cart', async () => {
  const { carts, id, shown } = await open()
  await carts.addCollaborators(id, [7, 8], { right: 'view' })
  expect(shown().cart?.collaborators).toMatchObject([
    { id: 7, right: 'view' },
    { id: 8, right: 'view' },
  ])
  await carts.removeCollaborators(id, [7])
  await carts.transferCart(id, 8)
  expect(shown().cart).toMatchObject({ owner: { id: 8 }, collaborators: [{ id: 1, right: 'edit' }] })
  await expect(carts.leaveCart(id)).rejects.toMatchObject({ code: 'cart_owner_stays' })
})

test('P3.15 P9.05 what shows an item is held per cart, type, item and player', async () => {
  const { carts, items, id } = await open()
  const params = { cartId: id, type: 'asset', itemId: items[0]?.id ?? 0 }
  const reading = carts.fetchPlayer(params)
  expect(carts.players.get(playerKey(params)).status).toBe('initial')
  await reading
  expect(carts.players.get(`${id}/asset/${params.itemId}/fo.player`)).toMatchObject({
    status: 'loaded',
    data: { html: expect.stringContaining('<iframe'), javascriptUrls: [] },
  })
  await expect(carts.fetchPlayer({ ...params, itemId: 999_999 })).rejects.toMatchObject({
    code: 'entity_not_found',
  })
})

test('a change by someone else is seen at once; a cart that is taken away is gone', async () => {
  const { client, streams } = await openLiveWorld()
  const carts = cartsOf(client)
  const { id } = await carts.createCart({ name: 'Ours' })
  await Promise.all([carts.fetchCart(id), carts.fetchCarts()])
  const stop = carts.watch()
  await settle()
  const announce = async (modified: string): Promise<void> => {
    await streams.at(-1)?.send(`data: ${JSON.stringify({ kind: 'cart', id, modified })}\n\n`)
    await settle()
    await settle()
  }
  const { modified } = await client.call(calls.editCart, { id, name: 'Theirs' })
  await announce(modified)
  expect([carts.byId.get(String(id)).cart?.name, carts.list.get().carts[0]?.name]).toEqual([
    'Theirs',
    'Theirs',
  ])
  await client.call(calls.deleteCart, { id })
  await announce('later')
  expect(carts.byId.get(String(id))).toMatchObject({ cart: null, error: { code: 'cart_not_found' } })
  expect(carts.list.get().carts).toEqual([])
  stop()
})

const item = (id: number): ItemReference => ({ type: 'asset', id })
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 12 })

test('what is shown of an edit is what the server makes of it', async () => {
  const { client, items } = await open()
  await fc.assert(
    fc.asyncProperty(
      ids,
      ids,
      fc.constantFrom('add', 'remove', 'move'),
      fc.option(fc.nat(12), { nil: undefined }),
      async (before, wanted, kind, position) => {
        const [cart] = await client.call(calls.createCart, {
          name: 'P',
          items: before.flatMap((at) => items[at] ?? []),
          output: 'list',
        })
        const chosen = wanted.flatMap((at) => items[at] ?? [])
        const anchor =
          position === undefined ? null : (before.flatMap((at) => items[at] ?? [])[position] ?? null)
        const edit: ItemsEdit =
          kind === 'add'
            ? { kind, items: chosen, position }
            : kind === 'remove'
              ? { kind, items: chosen }
              : { kind: 'move', items: chosen, before: anchor }
        const answer =
          edit.kind === 'add'
            ? await client.call(calls.addCartItems, {
                id: cart.id,
                items: chosen,
                output: 'list',
                ...(position === undefined ? {} : { position }),
              })
            : edit.kind === 'remove'
              ? await client.call(calls.removeCartItems, { id: cart.id, items: chosen, output: 'list' })
              : await client.call(calls.moveCartItems, {
                  id: cart.id,
                  items: chosen,
                  before: anchor,
                  output: 'list',
                })
        expect(
          applyEdit(
            before.flatMap((at) => items[at] ?? []),
            edit,
          ),
        ).toEqual(answer.items)
      },
    ),
    { numRuns: 60 },
  )
})

test('a move finds its place where the item before which it was meant has gone', () => {
  const before = [1, 2, 3, 4, 5].map(item)
  const move = { kind: 'move', items: [item(5)], before: item(2) } as const
  expect(rebaseMove(move, before, [1, 3, 4, 5].map(item))).toMatchObject({ before: item(3) })
  expect(rebaseMove(move, before, [1, 5].map(item))).toMatchObject({ before: null })
  expect(rebaseMove(move, before, [1, 2].map(item))).toMatchObject({ items: [], before: item(2) })
})
