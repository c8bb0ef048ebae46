import { partPath, type AssetMerge } from '@cartouche/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type TestApplication,
  type Who,
} from '../../http/test-application.ts'

let application: TestApplication
const ask: TestApplication['ask'] = (...options) => application.ask(...options)
const database = () => application.cartouche.services.database

beforeAll(async () => {
  application = await startTestApplication()
}, 60_000)
afterAll(() => application.stop())

async function create(resource: string, json: object, who: Who = 'admin'): Promise<number> {
  const { status, body } = await ask('POST', `/rest/data/${resource}`, { json: { json }, who })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.response.data.id as number
}
const asset = (name: string, more: object = {}, who: Who = 'admin'): Promise<number> =>
  create('asset', { name, ...more }, who)
const three = (name: string): Promise<[number, number, number]> =>
  Promise.all([asset(`${name}, kept`), asset(`${name}, one`), asset(`${name}, two`)])
async function cartOf(ids: readonly number[], who: Who = 'admin'): Promise<number> {
  const json = { name: `Cart ${crypto.randomUUID()}`, items: ids.map((id) => ({ type: 'asset', id })) }
  return Number((await ask('POST', '/wedia/cart/createCart', { json, who })).body[0].id)
}
const itemsOf = async (cart: number): Promise<number[]> =>
  ((await ask('GET', `/wedia/cart/viewCart/${cart}?output=list`)).body.items as AnyJson[]).map(({ id }) =>
    Number(id),
  )
const merge = (keep: number, ids: readonly number[], more: object = {}, who: Who = 'admin') =>
  ask('POST', '/wedia/dam/merges', { json: { keep, ids, ...more }, who, call: 'mergeAssets' })
const undo = (id: number, who: Who = 'admin') =>
  ask('POST', `/wedia/dam/merges/${id}/undo`, { json: {}, who, call: 'undoMerge' })
const move = (cart: number, id: number, before: number) =>
  ask('POST', `/wedia/cart/moveCartItems/${cart}`, {
    json: { items: [{ type: 'asset', id }], before: { type: 'asset', id: before } },
  })
const dataOf = async (id: number): Promise<AnyJson> =>
  (await ask('GET', `/rest/dam/data/asset/${id}`)).body.response?.data

test('carts hold the one that stays: in the place of the others, once; and again what they held when it is undone', async () => {
  const [keep, one, two] = await three('Carts')
  const [first, last] = [await asset('First'), await asset('Last')]
  const carts = await Promise.all(
    [
      [first, one, last],
      [keep, first, one],
      [first, two, last, one],
      [first, last],
    ].map((ids) => cartOf(ids)),
  )
  const held = () => Promise.all(carts.map(itemsOf))
  const before = await held()
  const { body } = await merge(keep, [one, two])
  expect(body).toEqual({ id: expect.any(Number), keep, ids: [one, two], state: 'done', undoable: true })
  expect(await held()).toEqual([
    [first, keep, last],
    [keep, first],
    [first, keep, last],
    [first, last],
  ])
  for (const id of [one, two]) expect((await ask('GET', `/rest/dam/data/asset/${id}`)).status).toBe(404)
  expect((await undo(body.id)).body).toEqual({ restored: [one, two], changed: 0 })
  expect(await held()).toEqual(before)
  expect((await undo(body.id)).body.code).toBe('merge_not_found')
})

test('a cart that follows a query holds the one that stays by hand, where it held one of the others so', async () => {
  const [keep, one] = await three('Followed')
  const cart = await cartOf([one, keep])
  await sql`update cart_item set is_followed = true where cart_id = ${cart} and entity_id = ${keep}`.execute(
    database(),
  )
  const { id } = (await merge(keep, [one])).body as AssetMerge
  const isFollowed = async (): Promise<unknown> =>
    (
      await sql<{
        is_followed: boolean
      }>`select is_followed from cart_item where cart_id = ${cart} and entity_id = ${keep}`.execute(
        database(),
      )
    ).rows[0]?.is_followed
  expect(await isFollowed()).toBe(false)
  expect((await undo(id)).body).toEqual({ restored: [one], changed: 0 })
  expect(await isFollowed()).toBe(true)
  expect(await itemsOf(cart)).toEqual([one, keep])
})

test('undoing leaves what somebody did since: an order by hand stays, what was taken out or put in again stays so', async () => {
  const [keep, one] = await three('Since')
  const [first, last] = [await asset('First'), await asset('Last')]
  const [moved, removed, renewed] = [
    await cartOf([first, one, last]),
    await cartOf([first, one]),
    await cartOf([first, one]),
  ]
  const { id } = (await merge(keep, [one])).body as AssetMerge
  expect((await move(moved, keep, first)).status).toBe(200)
  const items = { json: { items: [{ type: 'asset', id: keep }] } }
  for (const cart of [removed, renewed])
    expect((await ask('DELETE', `/wedia/cart/removeCartItems/${cart}`, items)).status).toBe(200)
  expect((await ask('POST', `/wedia/cart/addCartItems/${renewed}`, items)).status).toBe(200)
  expect((await undo(id)).body).toEqual({ restored: [one], changed: 2 })
  expect(await itemsOf(moved)).toEqual([one, first, last])
  expect(await itemsOf(removed)).toEqual([first])
  expect(await itemsOf(renewed)).toEqual([first, keep])
})

test('links, embeds, marks, covers and empty fields follow, and go back', async () => {
  const schema = await create('schema', { name: 'story', label: 'Story' })
  await create('schemafield', { schema, name: 'name', type: 'text', label: 'Name' })
  const { rows: targets } = await sql<{
    id: number
  }>`select id from entity where resource = 'schema' and props ->> 'name' = 'asset'`.execute(database())
  const pictures = { name: 'pictures', type: 'array', target: targets[0]?.id, label: 'Pictures' }
  await create('schemafield', { schema, ...pictures })
  const keyword = await create('assetkeyword', { name: 'Quay' })
  const [keep, one, two] = [
    await asset('Kept', { description: 'Its own' }),
    await asset('One', { description: 'Another', keywords: [keyword], copyright: 'Port' }),
    await asset('Two', { copyright: 'City' }),
  ]
  const other = await asset('Other')
  const stories = await Promise.all(
    [
      [other, one],
      [one, keep, two],
      [two, one],
    ].map((linked) => create('story', { name: 'Story', pictures: linked })),
  )
  const picturesOf = async (): Promise<number[][]> =>
    Promise.all(
      stories.map(async (id) =>
        (await ask('GET', `/rest/data/story/${id}`)).body.response.data.pictures.map(
          (linked: AnyJson) => linked.id as number,
        ),
      ),
    )
  const found = async (id: number): Promise<number> =>
    (await ask('GET', `/rest/data/story?max=0&query=${encodeURIComponent(JSON.stringify({ pictures: id }))}`))
      .body.response.total
  const form = new FormData()
  form.append('file', new File(['A text of a quay'], 'quay.txt'))
  await ask('POST', `/wedia/dam/versions/asset/${one}`, { form })
  await ask('POST', '/rest/embed', { json: { id: one } })
  const embedsOf = async (id: number): Promise<number> =>
    (await ask('GET', `/rest/embed?id=${id}`)).body.length
  await sql`insert into mark (person_id, resource, id, rating, label) values (1, 'asset', ${one}, 4, 'red'), (1, 'asset', ${keep}, 2, null), (2, 'asset', ${two}, 3, null)`.execute(
    database(),
  )
  const marks = async (): Promise<unknown[]> =>
    (
      await sql`select person_id, id, rating, label from mark where resource = 'asset' and id = any(${[keep, one, two]}::bigint[]) order by id, person_id`.execute(
        database(),
      )
    ).rows
  const cart = await cartOf([one])
  await sql`update cart set cover_id = ${one} where id = ${cart}`.execute(database())
  const coverOf = async (): Promise<unknown> =>
    (await sql<{ cover_id: number }>`select cover_id from cart where id = ${cart}`.execute(database()))
      .rows[0]?.cover_id
  const [before, marksBefore] = [await picturesOf(), await marks()]
  const { body } = await merge(keep, [one, two], { take: ['keywords', 'copyright', 'description'] })
  expect(body.state, JSON.stringify(body)).toBe('done')
  expect(await picturesOf()).toEqual([[other, keep], [keep], [keep]])
  // A query that was kept before finds what links to the one in its place.
  expect([await found(keep), await found(one)]).toEqual([3, 3])
  expect(await embedsOf(keep)).toBe(1)
  expect(await marks()).toEqual([
    { person_id: 1, id: keep, rating: 2, label: 'red' },
    { person_id: 2, id: keep, rating: 3, label: null },
  ])
  expect(await coverOf()).toBe(keep)
  expect(await dataOf(keep)).toMatchObject({
    description: 'Its own',
    copyright: 'Port',
    keywords: [{ id: keyword }],
  })
  expect((await undo(body.id)).body).toEqual({ restored: [one, two], changed: 0 })
  expect(await picturesOf()).toEqual(before)
  expect([await found(keep), await found(one)]).toEqual([1, 3])
  expect([await embedsOf(keep), await embedsOf(one)]).toEqual([0, 1])
  expect(await marks()).toEqual(marksBefore)
  expect(await coverOf()).toBe(one)
  const own = await dataOf(keep)
  expect([own.description, own.copyright ?? null, own.keywords]).toEqual(['Its own', null, []])
})

test('pages show the one that stays, published or not; what was edited since stays as it was edited', async () => {
  const [keep, one] = await three('Pages')
  const page = await create('page', {
    name: 'Page',
    path: `/${crypto.randomUUID()}`,
    props: JSON.stringify({ picture: one }),
  })
  const widget = (component: string, props: object) =>
    create('pagewidget', {
      parent: partPath({ resource: 'page', id: page }),
      position: 0,
      component,
      props: JSON.stringify(props),
    })
  const [shown, text] = [
    await widget('picture', { asset: one }),
    await widget('text', { html: `<a href="asset:${one}">${one}</a>` }),
  ]
  await ask('POST', `/rest/dam/data/page/${page}/workflow`, { json: { workflowAction: 'publish' } })
  const propsOf = async (resource: string, id: number): Promise<AnyJson> =>
    JSON.parse((await ask('GET', `/rest/data/${resource}/${id}`)).body.response.data.props as string)
  const { id } = (await merge(keep, [one])).body as AssetMerge
  expect(await propsOf('page', page)).toEqual({ picture: keep })
  expect(await propsOf('pagewidget', shown)).toEqual({ asset: keep })
  expect(await propsOf('pagewidget', text)).toEqual({ html: `<a href="asset:${keep}">${one}</a>` })
  await sql`update entity set props = props || jsonb_build_object('props', ${'{"html": "Edited"}'}::text) where resource = 'pagewidget' and id = ${text}`.execute(
    database(),
  )
  expect((await undo(id)).body).toEqual({ restored: [one], changed: 1 })
  expect(await propsOf('page', page)).toEqual({ picture: one })
  expect(await propsOf('pagewidget', shown)).toEqual({ asset: one })
  expect(await propsOf('pagewidget', text)).toEqual({ html: 'Edited' })
})

test('whoever may not change one, delete the others or change what links to them is refused, and nothing changes', async () => {
  const refused = async (keep: number, ids: readonly number[], who: Who): Promise<[number, string]> => {
    const cart = await cartOf(ids)
    const { status, body } = await merge(keep, ids, {}, who)
    expect(await itemsOf(cart)).toEqual([...ids])
    return [status, body.code as string]
  }
  const publish = (id: number) =>
    ask('POST', `/rest/dam/data/asset/${id}/workflow`, { json: { workflowAction: 'publish' } })
  const [keep, one] = await three('Rights')
  const [mine, draft] = [await asset('Mine', {}, 'contributor'), await asset('Draft')]
  await publish(keep)
  await publish(one)
  expect(await refused(keep, [one], 'contributor')).toEqual([403, 'delete_refused'])
  expect(await refused(keep, [mine], 'contributor')).toEqual([403, 'access_denied'])
  expect(await refused(draft, [mine], 'contributor')).toEqual([404, 'entity_not_found'])
  expect(await refused(keep, [one], 'viewer')).toEqual([403, 'access_denied'])
  expect(await refused(keep, [one], 'nobody')).toEqual([401, 'sign_in_needed'])
  expect((await merge(keep, [keep])).body.data).toMatchObject({ parameter: 'ids' })
  expect((await merge(keep, [999_999])).body.code).toBe('entity_not_found')
  expect((await merge(keep, [one], { take: ['nothing'] })).body.code).toBe('unknown_field')
  const ids = Array.from({ length: 20 }, (_one, at) => at + 1)
  expect((await merge(keep, ids)).body.code).toBe('invalid_parameter')
  // A page that shows one of theirs, and that they may not change.
  const [own, copy] = [await asset('Own', {}, 'contributor'), await asset('Copy', {}, 'contributor')]
  expect((await merge(own, [copy], {}, 'contributor')).status).toBe(200)
  const shown = await asset('Shown', {}, 'contributor')
  await create('page', {
    name: 'Page',
    path: `/${crypto.randomUUID()}`,
    props: JSON.stringify({ picture: shown }),
  })
  expect(await refused(own, [shown], 'contributor')).toEqual([403, 'access_denied'])
})

test('who merged undoes it, or who manages the trash; nobody else learns of it', async () => {
  const [keep, one] = [await asset('Kept', {}, 'editor'), await asset('One', {}, 'editor')]
  const { id } = (await merge(keep, [one], {}, 'editor')).body as AssetMerge
  for (const [method, path] of [
    ['GET', `/wedia/dam/merges/${id}`],
    ['POST', `/wedia/dam/merges/${id}/undo`],
  ] as const)
    expect(
      (await ask(method, path, { who: 'contributor', ...(method === 'POST' ? { json: {} } : {}) })).body.code,
    ).toBe('merge_not_found')
  expect((await ask('GET', `/wedia/dam/merges/${id}`, { who: 'editor' })).body).toMatchObject({
    state: 'done',
    undoable: true,
  })
  expect((await undo(id, 'editor')).body.restored).toEqual([one])
  const again = (await merge(keep, [one], {}, 'editor')).body as AssetMerge
  await ask('DELETE', `/rest/trash/${one}`)
  expect((await undo(again.id, 'editor')).body.code).toBe('trash_not_found')
})

test('what is restored from the trash by itself stands for itself again', async () => {
  const [keep, one] = await three('Alone')
  const cart = await cartOf([one])
  const { id } = (await merge(keep, [one])).body as AssetMerge
  expect((await ask('POST', `/rest/trash/${one}/restore`, { json: {} })).body).toEqual({
    restored: true,
    missing: 0,
  })
  expect(await itemsOf(cart)).toEqual([keep])
  const { rows } = await sql`select from merged_entity where resource = 'asset' and id = ${one}`.execute(
    database(),
  )
  expect(rows).toHaveLength(0)
  expect((await undo(id)).body.code).toBe('trash_not_found')
})

test('merges one after the other are undone one after the other', async () => {
  const [keep, one, two] = await three('Chain')
  const cart = await cartOf([two])
  const first = (await merge(one, [two])).body as AssetMerge
  const second = (await merge(keep, [one])).body as AssetMerge
  expect(await itemsOf(cart)).toEqual([keep])
  expect((await undo(first.id)).body.code).toBe('merge_not_found')
  expect((await undo(second.id)).body.restored).toEqual([one])
  expect(await itemsOf(cart)).toEqual([one])
  expect((await undo(first.id)).body).toEqual({ restored: [two], changed: 0 })
  expect(await itemsOf(cart)).toEqual([two])
})

test('more places than one request moves are moved in the background', async () => {
  const [keep, one] = await three('Many')
  await sql`
    with made as (insert into cart (name, owner_resource, owner_id) select 'Many ' || n, 'user', (select min(id) from entity where resource = 'user') from generate_series(1, 1001) n returning id)
    insert into cart_item (cart_id, resource, entity_id, position) select id, 'asset', ${one}, 1 from made`.execute(
    database(),
  )
  const { id, state, undoable } = (await merge(keep, [one])).body as AssetMerge
  expect([state, undoable]).toEqual(['running', false])
  await vi.waitFor(
    async () =>
      expect((await ask('GET', `/wedia/dam/merges/${id}`, { call: 'getAssetMerge' })).body.state).toBe(
        'done',
      ),
    { timeout: 20_000, interval: 100 },
  )
  const count = async (of: number): Promise<unknown> =>
    (
      await sql<{ count: number }>`select count(*)::int count from cart_item where entity_id = ${of}`.execute(
        database(),
      )
    ).rows[0]?.count
  expect([await count(keep), await count(one)]).toEqual([1001, 0])
  expect((await undo(id)).body).toEqual({ restored: [one], changed: 0 })
  expect([await count(keep), await count(one)]).toEqual([0, 1001])
})
