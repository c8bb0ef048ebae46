import {
  calls,
  isApiError,
  type AggregatesAnswer,
  type EntityData,
  type FacetValue,
  type ListAnswer,
} from '@cartouche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedIn } from '../../access/identity.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { findAggregates } from './find-aggregates.ts'
import { findEntities } from './find-entities.ts'

let library: TestLibrary
let editor: SignedIn
let viewer: SignedIn
const nodes = { sea: 0, ship: 0, ferry: 0 }

const find = (input: Record<string, unknown>, as: SignedIn = editor): Promise<ListAnswer> =>
  findEntities(
    library.as(as),
    calls.findEntities.input.parse({ path: 'dam/data/asset', orderby: 'name', ...input }),
  )
const aggregate = (input: Record<string, unknown>, as: SignedIn = editor): Promise<AggregatesAnswer> =>
  findAggregates(library.as(as), calls.findAggregates.input.parse({ path: 'dam/data/asset/aggs', ...input }))
const names = (data: readonly (EntityData | string)[] = []): string[] =>
  data.map((one) => (one as EntityData).name ?? '')
const valuesOf = ({ response }: ListAnswer, field: string): FacetValue[] =>
  (response.aggregates?.[field] ?? []) as FacetValue[]
const summaries = (values: readonly FacetValue[] = []): string[] =>
  values.map(({ data, count, total }) => `${data.name} ${count}/${total}`)

beforeAll(async () => {
  library = await createTestLibrary()
  editor = await library.user('editor')
  viewer = await library.user('viewer')
  nodes.sea = await library.createNode('assetkeyword', 'Sea')
  nodes.ship = await library.createNode('assetkeyword', 'Ship')
  nodes.ferry = await library.createNode('assetkeyword', 'Ferry', nodes.ship)
  const make = (
    name: string,
    city: string | null,
    keywords: number[],
    status: 'published' | 'draft' = 'published',
  ): Promise<number> =>
    library.createAsset({ name, status, props: city === null ? {} : { city }, links: { keywords } })
  await make('a', 'Brest', [nodes.sea])
  await make('b', 'Brest', [nodes.sea, nodes.ship])
  await make('c', 'Brest', [nodes.ferry])
  await make('d', 'Nantes', [nodes.ferry])
  await make('e', 'Nantes', [], 'draft')
  await make('f', 'Bréhat', [nodes.sea])
  await make('g', null, [])
})
afterAll(() => library.close())

describe('groups', () => {
  test('D3.04 hits by the values of a field, most hits first, the group without a value last', async () => {
    const { response } = await find({ group: 'city', groupMax: 2 })
    expect(
      response.groups?.map(({ group, count, data, complete }) => [group.id, count, names(data), complete]),
    ).toEqual([
      ['Brest', 3, ['a', 'b'], false],
      ['Nantes', 2, ['d', 'e'], true],
      ['Bréhat', 1, ['f'], true],
      [null, 1, ['g'], true],
    ])
    expect(response.total).toBe(7)
    expect(names(response.data)).toEqual(['a', 'b', 'd', 'e', 'f', 'g'])
    expect(response.nextGroups).toBeUndefined()
  })
  test('D4.08 the next entities of one group alone', async () => {
    const first = await find({ group: 'city', groupMax: 2 })
    const { response } = await find({
      group: 'city',
      groupMax: 2,
      after: first.response.groups?.[0]?.nextData,
    })
    expect(
      response.groups?.map(({ group, count, data, complete }) => [group.id, count, names(data), complete]),
    ).toEqual([['Brest', 3, ['c'], true]])
  })
  test('the next groups follow the last one', async () => {
    const first = await find({ group: 'city', max: 2, groupMax: 1 })
    expect(first.response.groups?.map(({ group }) => group.id)).toEqual(['Brest', 'Nantes'])
    const { response } = await find({ group: 'city', max: 2, groupMax: 1, after: first.response.nextGroups })
    expect(response.groups?.map(({ group }) => group.id)).toEqual(['Bréhat', null])
    expect(response.nextGroups).toBeUndefined()
  })
  test('links are named, an entity stands in each of its groups, and facets come along', async () => {
    const { response } = await find({ group: 'keywords', withAggregates: true })
    expect(response.groups?.map(({ group, data }) => [group.name ?? null, names(data)])).toEqual([
      ['Sea', ['a', 'b', 'f']],
      ['Ferry', ['c', 'd']],
      ['Ship', ['b']],
      [null, ['e', 'g']],
    ])
    expect(response.aggregates?.['city']).toHaveLength(3)
  })
  test('within a query and a role: a viewer sees no draft in any group', async () => {
    const { response } = await find({ group: 'city', query: { city: { in: ['Nantes', 'Brest'] } } }, viewer)
    expect(response.groups?.map(({ group, count, data }) => [group.id, count, names(data)])).toEqual([
      ['Brest', 3, ['a', 'b', 'c']],
      ['Nantes', 1, ['d']],
    ])
  })
  test('by status', async () => {
    const { response } = await find({ group: 'status' })
    expect(response.groups?.map(({ group, count }) => [group.name, count])).toEqual([
      ['published', 6],
      ['draft', 1],
    ])
  })
  test.each([['width'], ['nonsense'], ['__proto__'], ['']])('%j cannot be grouped by', async (group) => {
    await expect(find({ group })).rejects.toMatchObject({ code: 'invalid_parameter' })
  })
  test('tokens of another query, and invented ones', async () => {
    const first = await find({ group: 'city', max: 1, groupMax: 1 })
    const { groups, nextGroups } = first.response
    for (const after of [nextGroups, groups?.[0]?.nextData])
      await expect(
        find({ group: 'city', max: 1, groupMax: 1, after, query: { city: 'Brest' } }),
      ).rejects.toSatisfy((error) => isApiError(error, 'token_mismatch'))
    for (const after of ['x', 'e30', '%%'])
      await expect(find({ group: 'city', after })).rejects.toSatisfy((error) =>
        isApiError(error, 'token_mismatch'),
      )
  })
})

describe('facets with a search inside', () => {
  test('D3.11 D5.22 auto takes what starts with the text, accents and case folded, and else what holds it', async () => {
    const city = async (text: string, mode?: string): Promise<string[]> =>
      valuesOf(
        await find({
          max: 0,
          withAggregates: true,
          aggFields: 'city',
          aggFilter: JSON.stringify({ city: text }),
          ...(mode ? { aggFilterMode: mode } : {}),
        }),
        'city',
      ).map(({ data }) => String(data.name))
    expect(await city('BRE')).toEqual(['Brest', 'Bréhat'])
    expect(await city('ant')).toEqual(['Nantes'])
    expect(await city('ant', 'sw')).toEqual([])
    expect(await city('e', 'ct')).toEqual(['Brest', 'Nantes', 'Bréhat'])
  })
  test('of links too, by their names, and as many as asked', async () => {
    const answer = await find({
      withAggregates: true,
      aggFields: 'keywords',
      aggFilter: { keywords: 's' },
      aggMax: 1,
    })
    expect(summaries(valuesOf(answer, 'keywords'))).toEqual(['Sea 3/3'])
  })
})

describe('aggregates by constraint', () => {
  const query = (meta: unknown): unknown => ({ '$meta-query': meta })
  test('D7.27 counts under the whole search, and without the constraint itself', async () => {
    const answer = await aggregate({
      state: 's9',
      query: query({
        kw: {
          constraint: { keywords: { in: [nodes.sea] } },
          aggregate: { field: 'keywords', operator: 'in', ids: [nodes.ship, nodes.ferry] },
          unconstrainedAggregate: { field: 'keywords', operator: 'in', ids: [nodes.sea] },
        },
        place: { constraint: { city: 'Brest' }, aggregate: { field: 'city' } },
        '!! static_query !!': { constraint: { activated: true } },
      }),
    })
    expect(answer.state).toBe('s9')
    expect(answer.response.total).toBe(2)
    const aggregates = answer.response.aggregates as Record<string, FacetValue[]>
    expect(summaries(aggregates['kw'])).toEqual(['Sea 2/2', 'Ship 1/1', 'Ferry 0/1'])
    expect(summaries(aggregates['place'])).toEqual(['Brest 2/2', 'Bréhat 0/1'])
    expect(Object.keys(aggregates)).toEqual(['kw', 'place'])
  })
  test('descendants count for what is above them', async () => {
    const { response } = await aggregate({
      query: query({
        kw: { constraint: {}, aggregate: { field: 'keywords', operator: 'descendantof', ids: [nodes.ship] } },
      }),
    })
    expect(summaries((response.aggregates as Record<string, FacetValue[]>)['kw'])).toEqual(['Ship 3/3'])
  })
  test('several resources answer by resource', async () => {
    const { response } = await aggregate({
      path: 'dam/data/asset,assetkeyword/aggs',
      query: query({ all: { constraint: {} } }),
    })
    expect(response).toEqual({ total: 10, aggregates: { asset: {}, assetkeyword: {} } })
  })
  test('a viewer’s counts hold no draft', async () => {
    const { response } = await aggregate(
      { query: query({ place: { constraint: {}, aggregate: { field: 'city', ids: ['Nantes'] } } }) },
      viewer,
    )
    expect(summaries((response.aggregates as Record<string, FacetValue[]>)['place'])).toEqual(['Nantes 1/1'])
  })
  test.each([
    ['unknown_field', { kw: { constraint: {}, aggregate: { field: 'nonsense' } } }],
    ['invalid_parameter', { kw: { constraint: {}, aggregate: { field: 'width' } } }],
    ['query_syntax', { kw: { constraint: { $gt: 1 } } }],
    ['unknown_field', { kw: { constraint: { nonsense: 1 } } }],
  ])('%s is the error', async (code, meta) => {
    await expect(aggregate({ query: query(meta) })).rejects.toMatchObject({ code })
  })
})

test('D9.01 a group brings 20 entities at once where nothing is said, and the next 20 when asked', async () => {
  for (let at = 0; at < 22; at++)
    await library.createAsset({
      name: `r${String(at).padStart(2, '0')}`,
      status: 'published',
      props: { city: 'Rennes' },
    })
  const asked = { group: 'city', query: { city: 'Rennes' } }
  const [first] = (await find(asked)).response.groups ?? []
  expect([first?.data.length, first?.complete]).toEqual([20, false])
  const [more] = (await find({ ...asked, after: first?.nextData })).response.groups ?? []
  expect(names(more?.data)).toEqual(['r20', 'r21'])
})
