import { partPath } from '@cartouche/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type TestApplication,
  type Who,
} from '../../http/test-application.ts'

let application: TestApplication
const ask: TestApplication['ask'] = (...options) => application.ask(...options)

beforeAll(async () => {
  application = await startTestApplication()
})
afterAll(() => application.stop())

async function create(resource: string, json: object, who: Who = 'admin'): Promise<number> {
  const { status, body } = await ask('POST', `/rest/data/${resource}`, { json: { json }, who })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.response.data.id as number
}
const createAsset = (name: string): Promise<number> => create('asset', { name })
const usesOf = async (ids: readonly number[], who: Who = 'admin'): Promise<AnyJson> =>
  (await ask('GET', `/wedia/dam/uses?ids=${ids.join(',')}`, { who, call: 'getAssetUses' })).body
const createCart = async (name: string, ids: readonly number[], who: Who = 'admin'): Promise<number> => {
  const { body } = await ask('POST', '/wedia/cart/createCart', {
    json: { name, items: ids.map((id) => ({ type: 'asset', id })) },
    who,
  })
  expect(body, JSON.stringify(body)).toHaveLength(1)
  return Number(body[0].id)
}

test('carts and their links are named to whoever may see them, and counted for everybody', async () => {
  const [asset, other, alone] = [
    await createAsset('Quay'),
    await createAsset('Pier'),
    await createAsset('Dune'),
  ]
  const none = { count: 0, shown: [] }
  expect(await usesOf([alone])).toEqual({
    carts: none,
    shares: none,
    pages: none,
    embeds: none,
    searches: none,
  })
  const mine = await createCart('Mine', [asset, other])
  await createCart('Of an editor', [asset], 'editor')
  const link = (await ask('POST', `/wedia/cart/shareCart/${mine}`, { json: { name: 'For the press' } })).body
  const uses = await usesOf([asset], 'editor')
  expect(uses.carts).toEqual({ count: 2, shown: [{ id: expect.any(Number), name: 'Of an editor' }] })
  expect(uses.shares).toEqual({ count: 1, shown: [] })
  const own = await usesOf([asset])
  expect(own.carts).toMatchObject({ count: 2 })
  expect(own.carts.shown).toContainEqual({ id: mine, name: 'Mine' })
  expect(own.shares).toEqual({ count: 1, shown: [{ cart: mine, name: 'For the press' }] })
  // A cart that holds both is one cart; so is its link.
  expect(await usesOf([asset, other])).toMatchObject({ carts: { count: 2 }, shares: { count: 1 } })
  await sql`update share set revoked_at = now() where id = ${String(link.id)}`.execute(
    application.cartouche.services.database,
  )
  await sql`update cart set expires_at = now() - interval '1 hour' where id = ${mine}`.execute(
    application.cartouche.services.database,
  )
  expect(await usesOf([asset, other])).toMatchObject({ carts: { count: 1 }, shares: { count: 0 } })
})

test('pages are those that show an asset, offer it or link to it, in any language, not those that name its number otherwise', async () => {
  const asset = await createAsset('Harbour')
  const page = async (name: string, props: object, parts: readonly object[] = []): Promise<number> => {
    const id = await create('page', { name, path: `/${crypto.randomUUID()}`, props: JSON.stringify(props) })
    for (const part of parts)
      await create('pagewidget', { parent: partPath({ resource: 'page', id }), position: 0, ...part })
    return id
  }
  const widget = (component: string, props: object, more: object = {}) => ({
    component,
    props: JSON.stringify(props),
    ...more,
  })
  const shown = await page('Shown', {}, [widget('picture', { asset })])
  const linked = await page('Linked', {}, [
    widget('text', { html: `<p><a href="asset:${asset}">The harbour</a></p>` }),
  ])
  const translated = await page('Translated', { languages: ['fr'] }, [
    widget(
      'text',
      { html: '<p>Hello</p>' },
      { translations: JSON.stringify({ html_fr: `<a href="asset:${asset}">Le port</a>` }) },
    ),
  ])
  const headed = await page('Headed', { picture: asset })
  await page('Says the number', {}, [widget('text', { html: `<p>${asset} pictures, page:${asset}</p>` })])
  await page('Another', {}, [widget('picture', { asset: Number(`${asset}0`) })])
  const { pages } = await usesOf([asset])
  expect(pages.count).toBe(4)
  expect(new Set(pages.shown.map(({ id }: AnyJson) => id))).toEqual(
    new Set([shown, linked, translated, headed]),
  )
  expect(pages.shown[0]).toMatchObject({ isPublished: false })
})

test('embeds are named by their sites; ended ones are not counted', async () => {
  const asset = await createAsset('Lighthouse')
  const form = new FormData()
  form.append('file', new File(['A text of a lighthouse'], 'lighthouse.txt'))
  await ask('POST', `/wedia/dam/versions/asset/${asset}`, { form })
  const embed = async (sites: readonly string[]): Promise<number> =>
    (await ask('POST', '/rest/embed', { json: { id: asset, sites } })).body.id
  await embed(['https://news.example'])
  const ended = await embed([])
  expect((await ask('DELETE', `/rest/embed/${ended}`)).status).toBeLessThan(300)
  expect((await usesOf([asset])).embeds).toEqual({
    count: 1,
    shown: [{ asset, name: 'https://news.example' }],
  })
})

test('saved searches that find an asset are named to whoever may see them; those that cannot be run find nothing', async () => {
  const [asset, other] = [await createAsset('Breakwater at dusk'), await createAsset('Meadow')]
  const save = async (name: string, data: object, who: Who = 'editor'): Promise<number> => {
    const whole = { name, path: 'dam/data/asset', fulltextTokens: [], userConstraints: {}, ...data }
    const { status, body } = await ask('POST', '/packaged/cw/savedsearch/add', {
      json: { name, data: whole },
      who,
    })
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body.id as number
  }
  const called = (operator: string, values: readonly unknown[], field = 'name') => ({
    named: { field, operator, values },
  })
  const byWord = await save('By a word', { fulltextTokens: ['breakwater', 'dusk'], fulltextMode: 'must' })
  const byName = await save('By its name', { userConstraints: called('eq', ['Breakwater at dusk', 'Dune']) })
  const byQuery = await save('By a query', {
    fulltextTokens: ['dusk'],
    query: { not: { name: { sw: 'Meadow' } } },
  })
  const withoutField = await save('By a field that is gone, too', {
    fulltextTokens: ['breakwater'],
    userConstraints: called('eq', ['1'], 'shelfmark'),
  })
  await save('Of a colleague', { fulltextTokens: ['breakwater'] }, 'admin')
  await save('Of another word', { fulltextTokens: ['lighthouse'] })
  await save('Of another name', { userConstraints: called('eq', ['Dune']) })
  await save('Of another resource', { path: 'dam/data/video', fulltextTokens: ['breakwater'] })
  await save('Nothing of its own but a field that is gone', {
    userConstraints: called('eq', ['1'], 'shelfmark'),
  })
  await save('Not a query', { fulltextTokens: ['breakwater'], query: { and: 1 } })
  await save('Compares a date with a word', { userConstraints: called('gt', ['soon'], 'createdat') })
  await save('Of no name at all', {
    fulltextTokens: ['breakwater'],
    userConstraints: { 'named@': { field: 'name', operator: 'eq', values: ['Dune'] } },
  })
  await save('Limited to another resource', {
    fulltextTokens: ['breakwater'],
    userConstraints: {
      'named@video': { field: 'name', operator: 'eq', values: ['Dune'] },
      'named@': { field: 'name', operator: 'sw', values: ['Breakwater'] },
      'named@video, asset': { field: 'name', operator: 'sw', values: ['Breakwater'] },
    },
  })
  const { searches } = await usesOf([asset], 'editor')
  expect(searches.shown.map(({ name }: AnyJson) => name)).toEqual([
    'Limited to another resource',
    'By a field that is gone, too',
    'By a query',
    'By its name',
    'By a word',
  ])
  expect(searches.count).toBe(6)
  expect(searches.shown.slice(1).map(({ id }: AnyJson) => id)).toEqual([
    withoutField,
    byQuery,
    byName,
    byWord,
  ])
  expect((await usesOf([other], 'editor')).searches).toEqual({ count: 0, shown: [] })
  expect((await usesOf([other, asset], 'editor')).searches.count).toBe(6)
})

test('whoever may not delete an asset learns nothing of its uses; what is gone is no asset', async () => {
  const asset = await createAsset('Rock')
  const status = async (ids: string, who: Who): Promise<number> =>
    (await ask('GET', `/wedia/dam/uses?ids=${ids}`, { who })).status
  expect(await status(String(asset), 'viewer')).toBe(403)
  expect(await status(String(asset), 'nobody')).toBe(401)
  expect(await status('999999999', 'admin')).toBe(404)
  expect(await status(`${asset},999999999`, 'admin')).toBe(404)
  expect(await status('', 'admin')).toBe(400)
  expect(await status('1|2', 'admin')).toBe(400)
})
