import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startTestApplication,
  type AnyJson,
  type Answered,
  type TestApplication,
  type RequestOptions,
} from '../../http/test-application.ts'

/** Schemas, cursors, aggregates, entities and trees, as existing clients ask for them and read them. */

let application: TestApplication
let one: number
let two: number
let sea: number
const asset = '/api/rest/dam/data/asset'

beforeAll(async () => {
  application = await startTestApplication()
  sea = await create('dam/data/assetkeyword', { name: 'Sea' })
  one = await create('dam/data/asset', { name: 'Harbour one', keywords: [sea] })
  two = await create('dam/data/asset', { name: 'Harbour two' })
})
afterAll(() => application.stop())

const ask = (method: string, path: string, request?: RequestOptions): Promise<Answered> =>
  application.ask(method, path, request)
const get = async (path: string): Promise<AnyJson> => {
  const { status, body } = await ask('GET', path)
  expect(status, `${path}: ${JSON.stringify(body).slice(0, 300)}`).toBe(200)
  return body
}
async function create(path: string, json: object): Promise<number> {
  const { status, body } = await ask('POST', `/api/rest/${path}`, { json: { json } })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.response.data.id as number
}
function form(fields: Readonly<Record<string, string | readonly string[]>>): FormData {
  const made = new FormData()
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) made.append(name, value)
  return made
}
const boolean = expect.any(Boolean) as boolean

describe('schemas', () => {
  test('D7.45 the headers of dam/asset, and lists there, are in the plural, with one resource too', async () => {
    const schemas = await get('/api/rest/dam/asset/headers')
    expect(schemas.resource).toBeUndefined()
    expect(schemas.resources).toMatchObject([{ resource: 'asset' }])
    expect(schemas.headers.asset.keywords.type).toBe('array')
    const list = await get('/api/rest/dam/asset?state=s&headers=true&withAggregates=true&aggFields=keywords')
    expect(list.resource).toBeUndefined()
    expect(list.resources).toMatchObject([{ resource: 'asset' }])
    expect(list.headers.asset.keywords.type).toBe('array')
    expect(list.response.aggregates.asset.keywords[0].data.id).toBe(sea)
    const single = await get('/api/rest/dam/data/asset?state=s')
    expect([single.resource, single.resources]).toEqual(['asset', undefined])
  })
  test('D7.45 known schemas are read again by their common prefix, also below search', async () => {
    for (const path of [
      'dam/data/asset,assetkeyword',
      'dam/asset,assetkeyword',
      'search/asset,assetkeyword',
    ]) {
      const body = await get(`/api/rest/${path}/headers`)
      expect(Object.keys(body.headers as object).toSorted(), path).toEqual(['asset', 'assetkeyword'])
    }
  })
  test('a field in several languages and each companion say their locale twice over', async () => {
    const { headers } = await get(`${asset}/headers`)
    expect(headers.name).toMatchObject({ i18n: true, locale: 'en', i18nLocale: 'en' })
    const companion = Object.values(headers as Record<string, AnyJson>).find(
      ({ i18nFor }) => i18nFor === 'name',
    )
    expect(companion).toMatchObject({ i18nFor: 'name', locale: 'fr', i18nLocale: 'fr' })
  })
})

describe('cursors and aggregates', () => {
  test('D7.29 of query and query_{resource} together the second holds for its resource', async () => {
    const body = await get(`${asset}?query={"id":${one}}&query_asset={"id":${two}}`)
    expect(body.response.data.map(({ id }: AnyJson) => id)).toEqual([two])
    const several = await get(
      `/api/rest/dam/data/asset,assetkeyword?query={"id":${sea}}&query_asset={"id":${two}}`,
    )
    expect(several.response.data.map(({ $resource, id }: AnyJson) => [$resource, id])).toEqual([
      ['asset', two],
      ['assetkeyword', sea],
    ])
  })
  test('D3.01 every row has an own $uuid', async () => {
    for (const path of [
      asset,
      '/api/rest/dam/asset',
      '/api/rest/dam/data/assetnature',
      '/api/rest/data/user',
    ]) {
      const uuids = ((await get(path)).response.data as AnyJson[]).map(({ $uuid }) => $uuid as unknown)
      expect(uuids.length, path).toBeGreaterThan(1)
      expect(uuids.every((uuid) => typeof uuid === 'string' && uuid !== '')).toBe(true)
      expect(new Set(uuids).size).toBe(uuids.length)
    }
  })
  const aggs = async (path: string, fields: Readonly<Record<string, string>>): Promise<AnyJson> => {
    const { status, body } = await ask('POST', `/api/rest/${path}/aggs`, { as: 'GET', form: form(fields) })
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
    return body
  }
  const meta = (constraints: object): string => JSON.stringify({ '$meta-query': constraints })
  test('D7.27 a constraint of $meta-query may have no constraint, or no aggregate', async () => {
    const state = '{"a": 1 }  é\u2028'
    const body = await aggs('dam/data/asset', {
      query: meta({
        open: { aggregate: { field: 'keywords', operator: 'in', ids: [sea] } },
        shut: { constraint: { name: { sw: 'Harbour' } } },
        both: { unconstrainedAggregate: { field: 'keywords', operator: 'in', ids: [sea] } },
      }),
      state,
    })
    expect(body.state).toBe(state)
    expect(body.response.aggregates.open).toMatchObject([{ count: 1, data: { id: sea } }])
    expect(body.response.aggregates.both).toMatchObject([{ count: 1, data: { id: sea } }])
    expect(body.response.aggregates.shut ?? []).toEqual([])
  })
  test('D7.27 several resources have their own $meta-query each, and are answered by resource, then constraint', async () => {
    const body = await aggs('dam/data/asset,assetkeyword', {
      query_asset: meta({
        kw: { constraint: {}, aggregate: { field: 'keywords', operator: 'in', ids: [sea] } },
      }),
      query_assetkeyword: meta({ none: { constraint: { id: 0 } } }),
      state: 's',
    })
    expect(body.response.aggregates.asset.kw).toMatchObject([{ count: 1, data: { id: sea } }])
    expect(body.response.aggregates.assetkeyword).toEqual({})
    expect(body.response.total).toBe((await get(`${asset}?withData=false`)).response.total)
  })
  test('D7.31 words are a list of texts, with the state that was typed', async () => {
    const body = await get(`${asset}?suggest=words&fulltext=harb&state=harb`)
    expect([body.state, body.response.data]).toEqual(['harb', ['harbour']])
  })
})

describe('entities', () => {
  test('D7.36 createdId of /json/create is one number', async () => {
    const { body } = await ask('POST', '/api/json/create/dam.data.asset.add', {
      form: form({ prop_name: 'Made' }),
      call: 'createEntityAtJson',
    })
    expect(body.response.createdId).toEqual(expect.any(Number))
    expect(body.response.createdId).toBe(body.response.data.id)
  })
  test('D7.39 a new draft is a POST with a slash at its end, and answers the record with its faces', async () => {
    const { status, body } = await ask('POST', `${asset}/?i18n=false&jsonproperty=json&withFacets=true`, {
      as: 'POST',
      form: form({ json: '{"name":"Draft"}' }),
    })
    expect(status).toBe(201)
    expect(body.response.data).toMatchObject({
      name: 'Draft',
      '$faces-name': { editable: true, mandatory: boolean, viewable: true },
    })
    const { id } = body.response.data as { id: number }
    const saved = await ask('POST', `${asset}/${id}?i18n=false&jsonproperty=json&withFacets=true`, {
      as: 'PATCH',
      form: form({ json: JSON.stringify({ city: 'Brest', keywords: { $mode: 'replace', $values: [sea] } }) }),
    })
    expect(saved.body.response.data).toMatchObject({
      id,
      name: 'Draft',
      city: 'Brest',
      keywords: [{ id: sea, name: 'Sea' }],
      '$faces-city': { editable: true, mandatory: false, viewable: true },
    })
  })
  test('D7.34 a read with withFacets has the faces of each field', async () => {
    const { data } = (await get(`${asset}/${one}?withFacets=true`)).response as AnyJson
    const fields = Object.keys((await get(`${asset}/headers`)).headers as object)
    expect(fields.length).toBeGreaterThan(10)
    for (const field of fields)
      expect(data[`$faces-${field}`], field).toEqual({
        editable: boolean,
        mandatory: boolean,
        viewable: boolean,
      })
  })
  test('D7.44 a simulation takes every updatable field, null where empty and links as ids', async () => {
    const { inputs } = await get('/api/json/update/dam.data.asset.update/headers')
    const empty = Object.fromEntries(Object.keys(inputs.properties as object).map((name) => [name, null]))
    const json = JSON.stringify({ ...empty, name: 'Simulated', keywords: [sea] })
    for (const [path, as] of [
      [`${asset}/${one}?simu=true`, 'PATCH'],
      [`${asset}?simu=true`, undefined],
      [`${asset}/?simu=true`, 'POST'],
    ] as const) {
      const { status, body } = await ask('POST', path, { ...(as ? { as } : {}), form: form({ json }) })
      expect(status, `${path} ${JSON.stringify(body)}`).toBeLessThan(300)
      expect(body.response.data['$faces-keywords']).toEqual({
        editable: boolean,
        mandatory: boolean,
        viewable: boolean,
      })
    }
    expect((await get(`${asset}/${one}`)).response.data.name).toBe('Harbour one')
  })
  test('D7.42 more linked values stop without nextToken; count equals total where all are there', async () => {
    const others = [
      await create('dam/data/assetkeyword', { name: 'Sky' }),
      await create('dam/data/assetkeyword', { name: 'Sun' }),
    ]
    const id = await create('dam/data/asset', { name: 'Linked', keywords: [sea, ...others] })
    const first = (await get(`${asset}/${id}?maxchildren=1`)).response.data as AnyJson
    expect(first.$moreChildren_keywords).toMatchObject({ first: 0, count: 1, total: 3 })
    const more = await get(
      `${asset}/${id}/keywords/null?nextToken=${encodeURIComponent(String(first.$moreChildren_keywords.nextToken))}&maxchildren=20`,
    )
    expect(more.response.data.keywords).toHaveLength(2)
    expect(more.response.data.$moreChildren_keywords).not.toHaveProperty('nextToken')
    const all = (await get(`${asset}/${id}/keywords/null`)).response.data.$moreChildren_keywords as AnyJson
    expect([all.count, all.total]).toEqual([3, 3])
  })
  test('D7.37 an update takes lists as repeated fields, objects by id and dates in ISO', async () => {
    const sky = await create('dam/data/assetkeyword', { name: 'More sky' })
    const { status, body } = await ask('POST', `/api/json/update/dam.data.asset.update/${two}`, {
      as: 'PATCH',
      form: form({ prop_keywords: [String(sea), String(sky)], prop_takenat: '2026-01-31T10:00:00.000Z' }),
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.response.data.keywords.map(({ id }: AnyJson) => id)).toEqual([sea, sky])
    expect(body.response.data.takenat).toBe('2026-01-31T10:00:00.000Z')
    const moved = await ask('POST', `/api/json/update/dam.data.assetkeyword.update/${sky}`, {
      as: 'PATCH',
      form: form({ prop_parent: String(sea) }),
    })
    expect(moved.body.response.data.parent).toMatchObject({ id: sea, name: 'Sea' })
  })
  test('D7.40 a workflow action comes with a body of JSON that is empty', async () => {
    const id = await create('dam/data/asset', { name: 'To publish' })
    for (const [method, action] of [
      ['PATCH', 'publish'],
      ['POST', 'unpublish'],
    ] as const) {
      const { status, body } = await ask(
        method,
        `/api/json/workflow/dam.data.asset.update/${id}?action=${action}`,
        { json: {}, ...(method === 'POST' ? { as: 'PATCH' } : {}) },
      )
      expect(status, JSON.stringify(body)).toBe(200)
    }
  })
  test('D7.43 of the renditions the first and the chosen one are the preferred', async () => {
    const made = new FormData()
    made.append('json', '{"name":"With a file","binary":"cid:binary"}')
    made.append('binary', new File(['a text'], 'note.txt'))
    const { id } = (await ask('POST', asset, { form: made })).body.response.data as { id: number }
    const { $asset } = (await get(`${asset}/${id}?variation=original&variations=SIZE`)).response
      .data as AnyJson
    expect([$asset.variation, $asset.variations[0].name]).toEqual(['original', 'original'])
  })
})

describe('trees', () => {
  const tree = '/api/rest/dam/data/assetkeyword'
  let root: number
  let kid: number
  let leaf: number
  beforeAll(async () => {
    root = await create('dam/data/assetkeyword', { name: 'Root of boats' })
    kid = await create('dam/data/assetkeyword', { name: 'Kid of boats', parent: root })
    leaf = await create('dam/data/assetkeyword', { name: 'Leaf of boats', parent: kid })
  })
  test('D7.48 a search is made at the list, and each hit has its ancestors alone, root first', async () => {
    const hits = (
      await get(
        `${tree}?fulltext=boats&treepath=asc&treepathprops=${encodeURIComponent('["id","name"]')}&treetop=-1&keywords=false`,
      )
    ).response.data as AnyJson[]
    const pathOf = (id: number) => (hits.find((hit) => hit.id === id) as AnyJson)?.$treepath as unknown
    expect(pathOf(root)).toEqual([])
    expect(pathOf(kid)).toMatchObject([{ id: root, name: 'Root of boats' }])
    expect(pathOf(leaf)).toMatchObject([{ id: root }, { id: kid }])
    expect(pathOf(leaf)).toHaveLength(2)
  })
  test('D7.48 depth=0 answers the roots, whose children are not asked yet', async () => {
    const body = await get(`${tree}/tree?depth=0&max=200`)
    const node = (body.response.data as AnyJson[]).find(({ id }) => id === root) as AnyJson
    expect(node.parent.$children).not.toBeNull()
    expect(node.parent.$children ?? []).toEqual([])
  })
  test('D7.48 $children is null where a node is known to have none, and else a list', async () => {
    const body = await get(`${tree}/tree/${root}?depth=2`)
    expect(Array.isArray(body.response.data)).toBe(false)
    const [child] = body.response.data.parent.$children as AnyJson[]
    expect(child?.id).toBe(kid)
    expect(child?.parent.$children).toMatchObject([{ id: leaf, parent: { $children: null } }])
  })
  test('D7.48 headers=true brings the fields', async () => {
    const { headers } = await get(`${tree}/tree?depth=1&headers=true`)
    expect(headers.parent).toMatchObject({ tree: true, type: 'object' })
  })
  test('D7.48 more roots are announced by links.next, and asked for by after, or by from as an index', async () => {
    const { response, links } = await get(`${tree}/tree?depth=1&max=1&keywords=true`)
    expect(response.data).toHaveLength(1)
    expect([typeof links.next, typeof links.nextResultsToken]).toEqual(['string', 'string'])
    const all = (await get(`${tree}/tree?depth=1&max=200`)).response.data as AnyJson[]
    const second = await get(
      `${tree}/tree?depth=1&max=1&after=${encodeURIComponent(String(links.nextResultsToken))}`,
    )
    expect(second.response.data[0].id).toBe(all[1]?.id)
    expect((await get(`${tree}/tree?depth=1&max=1&from=1`)).response.data[0].id).toBe(all[1]?.id)
    const last = await get(`${tree}/tree?depth=1&max=200&from=${all.length - 1}`)
    expect(last.response.data.map(({ id }: AnyJson) => id)).toEqual([all.at(-1)?.id])
    expect(last.links).toEqual({})
  })
})
