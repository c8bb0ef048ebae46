import { calls, type EntityData, type FacetValue, type TreeAnswer } from '@cartouche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedIn } from '../../../access/identity.ts'
import { findEntities } from '../find-entities.ts'
import { createTestLibrary, type TestLibrary } from '../../../testing/test-library.ts'
import { findTree } from './find-tree.ts'

let library: TestLibrary
let editor: SignedIn
let viewer: SignedIn
const id: Record<string, number> = {}

const tree = (input: Record<string, unknown> = {}, as: SignedIn = editor): Promise<TreeAnswer> =>
  findTree(library.as(as), calls.findTree.input.parse({ path: 'dam/data/assetkeyword/tree', ...input }))
/** `Name(child, child)` of nodes. */
const draw = (nodes: unknown): string =>
  ((nodes ?? []) as EntityData[])
    .map((node) => {
      const below = draw((node['parent'] as { $children: unknown }).$children)
      return `${node.name}${below === '' ? '' : `(${below})`}`
    })
    .join(' ')
const listOf = ({ response }: TreeAnswer): EntityData[] => response.data as EntityData[]

beforeAll(async () => {
  library = await createTestLibrary()
  editor = await library.user('editor')
  viewer = await library.user('viewer')
  const node = async (name: string, parent?: string): Promise<void> => {
    id[name] = await library.createNode('assetkeyword', name, parent === undefined ? undefined : id[parent])
  }
  await node('World')
  await node('France', 'World')
  await node('Brittany', 'France')
  await node('Brest', 'Brittany')
  await node('Germany', 'World')
  await node('Weather')
  await node('Rain', 'Weather')
  const asset = (keywords: string[], status: 'published' | 'draft' = 'published'): Promise<number> =>
    library.createAsset({
      name: keywords.join(),
      status,
      links: { keywords: keywords.map((name) => id[name] ?? 0) },
    })
  await asset(['Brest', 'France'])
  await asset(['Brittany'])
  await asset(['World', 'Rain'])
  await asset(['Germany'], 'draft')
})
afterAll(() => library.close())

describe('trees', () => {
  test('D7.48 the roots and two levels, by name, nested in the relation field', async () => {
    const answer = await tree({ state: 's' })
    expect(draw(answer.response.data)).toBe('Weather(Rain) World(France Germany)')
    expect(answer.state).toBe('s')
    const [, world] = listOf(answer)
    expect(world?.['parent']).toEqual({
      $children: [expect.objectContaining({ name: 'France' }), expect.objectContaining({ name: 'Germany' })],
    })
    const france = (world?.['parent'] as { $children: EntityData[] } | undefined)?.$children[0]
    expect(france?.['parent']).toMatchObject({ id: id['World'], name: 'World', $children: [] })
    expect(france?.['$childCount']).toBe(1)
  })
  test('as deep as asked', async () => {
    expect(draw((await tree({ depth: 1 })).response.data)).toBe('Weather World')
    expect(draw((await tree({ depth: 9 })).response.data)).toBe(
      'Weather(Rain) World(France(Brittany(Brest)) Germany)',
    )
  })
  test('below a node: one object', async () => {
    const { response } = await tree({ path: `dam/data/assetkeyword/tree/${id['France']}`, id: id['France'] })
    expect(response.data).toMatchObject({ id: id['France'], name: 'France' })
    expect(draw([response.data])).toBe('France(Brittany(Brest))')
  })
  test('the list of a tree answers it too when it is asked for levels', async () => {
    const answer = await findEntities(
      library.as(editor),
      calls.findEntities.input.parse({ path: 'dam/data/assetkeyword', depth: 1 }),
    )
    expect(draw(answer.response.data)).toBe('Weather World')
  })
  test('pages of roots, and of the children of a node by its token', async () => {
    const first = await tree({ max: 1, depth: 2 })
    expect(draw(first.response.data)).toBe('Weather(Rain)')
    const second = await tree({ max: 1, depth: 2, after: first.links.nextResultsToken })
    expect(draw(second.response.data)).toBe('World(France)')
    const [world] = listOf(second)
    expect(world?.['$childCount']).toBe(2)
    const rest = await tree({ id: id['World'], max: 1, depth: 1, after: world?.['$nextToken'] })
    expect(draw([rest.response.data])).toBe('World(Germany)')
    expect(rest.links.nextResultsToken).toBeUndefined()
  })
  test('D5.06 full text finds nodes anywhere, each with its path, root first', async () => {
    const answer = await tree({ fulltext: 'RE', treetop: -1 })
    expect(
      listOf(answer).map((node) =>
        (node['$treepath'] as { name: string }[]).map(({ name }) => name).join('/'),
      ),
    ).toEqual(['World/France/Brittany'])
    const below = await tree({ fulltext: 'r', id: id['France'], treetop: id['France'] })
    expect(
      listOf(below).map((node) =>
        (node['$treepath'] as { name: string }[]).map(({ name }) => name).join('/'),
      ),
    ).toEqual(['France/Brittany', 'France', ''])
  })
  test('keywords match whole words, suggestions complete them', async () => {
    expect(listOf(await tree({ fulltext: 'rest ', keywords: true }))).toHaveLength(0)
    expect(listOf(await tree({ fulltext: 'brest ', keywords: true }))).toHaveLength(1)
    expect((await tree({ fulltext: 'br', suggest: 'words' })).response.data).toEqual(
      expect.arrayContaining(['brest', 'brittany']),
    )
  })
  test('paths on request, with properties', async () => {
    const { response } = await tree({ id: id['Brest'], treepath: true, treepathprops: 'name_fr' })
    expect((response.data as EntityData)['$treepath']).toEqual(
      ['World', 'France', 'Brittany'].map((name) => ({ id: id[name], name, name_fr: null })),
    )
  })
  test('counts per node: linked directly, and with all below each once, of what the user may see', async () => {
    const counts = async (as: SignedIn): Promise<string[]> =>
      (
        ((await tree({ depth: 9, withAggregates: true }, as)).response.aggregates?.['asset.keywords'] ??
          []) as FacetValue[]
      ).map(({ data, count, total }) => `${data.name} ${count}/${total}`)
    expect(await counts(editor)).toEqual([
      'Weather 0/1',
      'Rain 1/1',
      'World 1/4',
      'France 1/2',
      'Brittany 1/2',
      'Brest 1/1',
      'Germany 1/1',
    ])
    expect((await counts(viewer)).filter((line) => /^(World|Germany)/.test(line))).toEqual([
      'World 1/3',
      'Germany 0/0',
    ])
  })
  test('D8.09 what is no tree says so', async () => {
    await expect(tree({ path: 'dam/data/asset/tree' })).rejects.toMatchObject({
      code: 'not_a_tree',
      message: 'asset is not a tree',
    })
    await expect(tree({ path: 'dam/data/nonsense/tree' })).rejects.toMatchObject({ code: 'unknown_resource' })
    await expect(tree({ id: 999_999 })).rejects.toMatchObject({ code: 'entity_not_found' })
  })
})
