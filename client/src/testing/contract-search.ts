import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  calls,
  isApiError,
  type Call,
  type CallAnswer,
  type CallParameters,
  type EntityData,
  type FacetValue,
} from '@cartouche/contract/wire'
import type { CallOptions } from '../transport/transport.ts'

/** Makes a call of the contract. */
export type Ask = <C extends Call>(
  call: C,
  parameters: CallParameters<C>,
  options?: CallOptions,
) => Promise<CallAnswer<C>>

const assets = 'dam/data/asset'
const collections = 'dam/data/assetcollection'

/**
 * Groups, counts by constraint, facets with a search inside, trees, paged children, simulated writes and
 * schemas: part of the contract suite.
 */
export function searchSuite(call: Ask): void {
  describe('search', () => {
    const made: { path: string; id: number }[] = []
    const ids: Made = { coast: 0, harbour: 0, asset: [] }
    const create = async (path: string, json: Readonly<Record<string, unknown>>): Promise<number> => {
      const {
        response: {
          data: { id },
        },
      } = await call(calls.createEntity, { path, json })
      made.push({ path, id })
      return id
    }
    beforeAll(async () => {
      ids.coast = await create(collections, { name: 'Contract coast' })
      ids.harbour = await create(collections, { name: 'Contract harbour', parent: ids.coast })
      for (const [index, own] of [
        [ids.coast, ids.harbour],
        [ids.coast],
        [ids.harbour],
        [ids.coast],
      ].entries())
        ids.asset.push(await create(assets, { name: `Contract search ${index}`, collections: own }))
    })
    afterAll(async () => {
      for (const { path, id } of made.toReversed()) await call(calls.deleteEntity, { path, id })
    })
    groupTests(call, ids)
    treeTests(call, ids)
    entityTests(call, ids)
    schemaTests(call)
  })
}

/** What the tests look for: a collection, one below it, and four assets in them. */
interface Made {
  coast: number
  harbour: number
  asset: number[]
}

const only = (ids: Made): { readonly query: object } => ({ query: { id: { in: ids.asset } } })

function groupTests(call: Ask, ids: Made): void {
  test('D4.07 D4.08 groups hits by a value; next groups and the next entities of a group by their tokens', async () => {
    const parameters = {
      path: assets,
      query: { id: { in: ids.asset.slice(1) } },
      group: 'collections',
      groupMax: 1,
      max: 1,
      orderby: 'id asc',
      state: 's',
    }
    const first = await call(calls.findEntities, parameters)
    expect(first).toMatchObject({
      state: 's',
      response: {
        total: 3,
        groups: [
          {
            group: { id: ids.coast, name: 'Contract coast' },
            count: 2,
            complete: false,
            data: [{ id: ids.asset[1] }],
          },
        ],
      },
    })
    const [coast] = first.response.groups ?? []
    const more = await call(calls.findEntities, { ...parameters, after: coast?.nextData })
    expect(more.response.groups).toMatchObject([
      { group: { id: ids.coast }, count: 2, complete: true, data: [{ id: ids.asset[3] }] },
    ])
    expect(more.response.groups?.[0]?.nextData).toBeUndefined()
    const next = await call(calls.findEntities, { ...parameters, after: first.response.nextGroups })
    expect(next.response.groups).toMatchObject([
      { group: { id: ids.harbour }, count: 1, complete: true, data: [{ id: ids.asset[2] }] },
    ])
    expect(next.response.nextGroups).toBeUndefined()
  })
  test('a list of several resources cannot be grouped, and says so', async () => {
    const asked = call(calls.findEntities, { path: 'dam/data/asset,assetkeyword', group: 'name' })
    await expect(asked).rejects.toMatchObject({ code: 'invalid_parameter', data: { parameter: 'group' } })
  })
  test('D7.27 counts by constraint, with the search as it is and without the constraint itself', async () => {
    const aggregate = { field: 'collections', operator: 'in', ids: [ids.coast, ids.harbour] }
    const { state, response } = await call(calls.findAggregates, {
      path: assets,
      state: 'é',
      query: {
        '$meta-query': {
          in: { constraint: { collections: { in: [ids.harbour] } }, aggregate },
          '!! static_query !!': { constraint: only(ids).query as Record<string, unknown> },
        },
      },
    })
    const counts = ((response.aggregates as Record<string, FacetValue[]>)['in'] ?? []).map(
      ({ count, total, data }) => [data.id, count, total],
    )
    expect([state, response.total]).toEqual(['é', 2])
    expect(counts).toEqual(
      expect.arrayContaining([
        [ids.coast, 1, 3],
        [ids.harbour, 2, 2],
      ]),
    )
  })
  test('D5.22 facets with a search inside: what starts with the text, else what holds it', async () => {
    const values = async (text: string): Promise<readonly (string | undefined)[]> => {
      const {
        response: { aggregates },
      } = await call(calls.findEntitiesAsPost, {
        path: assets,
        ...only(ids),
        max: 0,
        withData: false,
        withAggregates: true,
        aggFields: ['collections'],
        aggFilter: { collections: text },
      })
      return ((aggregates?.['collections'] ?? []) as FacetValue[]).map(({ data }) => data.name)
    }
    expect(await values('CONTRACT c')).toEqual(['Contract coast'])
    expect(await values('bour')).toEqual(['Contract harbour'])
  })
}

function treeTests(call: Ask, ids: Made): void {
  test('D7.48 a tree: roots with what is below them, one node as an object, and paths of what a text finds', async () => {
    const childrenOf = (node: EntityData | undefined): readonly EntityData[] =>
      (node?.['parent'] as { readonly $children: readonly EntityData[] } | undefined)?.$children ?? []
    const {
      response: { data: roots },
    } = await call(calls.findTree, {
      path: collections,
      depth: 2,
      max: 200,
      query: { name: { sw: 'Contract' } },
    })
    const [coast] = roots as EntityData[]
    expect(coast).toMatchObject({ id: ids.coast, $childCount: 1 })
    expect(childrenOf(coast)).toMatchObject([
      { id: ids.harbour, parent: { id: ids.coast, name: 'Contract coast', $children: null } },
    ])
    const {
      response: { data: node },
    } = await call(calls.findTree, { path: collections, id: ids.coast })
    expect(Array.isArray(node)).toBe(false)
    expect(childrenOf(node as EntityData)).toMatchObject([{ id: ids.harbour }])
    const {
      response: { data: hits },
    } = await call(calls.findTree, {
      path: collections,
      fulltext: 'Contract harbour',
      treepath: true,
      treetop: -1,
    })
    expect((hits as EntityData[])[0]).toMatchObject({
      id: ids.harbour,
      $treepath: [{ id: ids.coast, name: 'Contract coast' }],
    })
  })
  test('D8.09 what is no tree is refused as one', async () => {
    const failure = await call(calls.findTree, { path: assets }).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(isApiError(failure) ? failure.code : failure).toBe('not_a_tree')
  })
}

function entityTests(call: Ask, ids: Made): void {
  test('D3.01 D7.42 linked entities page by page', async () => {
    const [id = 0] = ids.asset
    const {
      response: { data },
    } = await call(calls.getEntity, { path: assets, id, maxchildren: 1 })
    expect(data['$moreChildren_collections']).toMatchObject({ first: 0, count: 1, total: 2 })
    const { nextToken } = data['$moreChildren_collections'] as { nextToken: string }
    const {
      response: { data: more },
    } = await call(calls.findChildEntities, {
      path: assets,
      id,
      field: 'collections',
      nextToken,
      maxchildren: 1,
    })
    expect(more['$moreChildren_collections']).toMatchObject({ first: 1, count: 1, total: 2 })
    const both = [
      ...(data['collections'] as { id: number }[]),
      ...(more['collections'] as { id: number }[]),
    ].map((link) => link.id)
    expect(new Set(both)).toEqual(new Set([ids.coast, ids.harbour]))
  })
  test('D7.44 a simulated write answers faces and stores nothing', async () => {
    const [id = 0] = ids.asset
    const {
      response: { data },
    } = await call(calls.patchEntity, {
      path: assets,
      id,
      simu: true,
      withFacets: true,
      json: { name: 'Never' },
    })
    expect(data).toMatchObject({
      name: 'Never',
      $faces: { name: { editable: true, mandatory: true, viewable: true } },
    })
    expect((await call(calls.getEntity, { path: assets, id })).response.data.name).toBe('Contract search 0')
  })
}

function schemaTests(call: Ask): void {
  test('D3.13 D7.45 D7.47 schemas of several resources at once, and the fields of a form', async () => {
    const schemas = await call(calls.getSchema, { path: 'dam/data/asset,assetcollection,assetkeyword' })
    expect(schemas).toMatchObject({ headers: { assetcollection: { parent: { tree: true } } } })
    expect(
      'resources' in schemas && schemas.resources.find(({ resource }) => resource === 'assetcollection'),
    ).toMatchObject({ tree: true })
    expect(
      (await call(calls.getUpdateFields, { dotted: 'dam.data.asset.update' })).inputs.properties['name'],
    ).toMatchObject({ position: expect.any(Number) as unknown })
  })
  test('answers the workflow actions of a resource', async () => {
    const {
      response: { data },
    } = await call(calls.listWorkflowActions, { path: assets })
    expect(data.flatMap(({ actions }) => actions.map(({ name }) => name))).toEqual(
      expect.arrayContaining(['publish', 'archive']),
    )
  })
}
