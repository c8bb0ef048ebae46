import { calls } from '@cartouche/contract/wire'
import { expect, test } from 'vitest'
import { createFakeClient } from '../testing/fake-client.ts'
import { settle } from '../testing/fake-clock.ts'
import type { TreeDefinition } from './tree.ts'
import { treesOf } from './trees.ts'

const path = 'dam/data/assetcollection'

async function open(definition: Partial<TreeDefinition> = {}) {
  const fake = await createFakeClient()
  const trees = treesOf(fake.client)
  trees.register({ name: 'places', path, orderby: 'id asc', ...definition })
  const sent = (): readonly URLSearchParams[] =>
    fake.server.requests
      .filter((request) => /assetcollection(\/tree(\/\d+)?)?\?/.test(request))
      .map((request) => new URL(request.split(' ')[1] ?? '', 'http://test').searchParams)
  const shown = () => trees.get('places')
  const named = (name: string): number =>
    Object.values(shown().nodes).find((node) => node.name === name)?.id ?? 0
  return { ...fake, trees, sent, shown, named }
}

test('D5.05 D8.09 P8.10 a tree needs a name and a path, its name is its own, and it has to be a tree', async () => {
  const { trees, shown } = await open()
  expect(() => trees.register({ name: '', path })).toThrow(
    'Cannot register a tree without a name or without path',
  )
  expect(() => trees.register({ name: 'x', path: ' ' })).toThrow(
    'Cannot register a tree without a name or without path',
  )
  expect(() => trees.register({ name: 'places', path })).toThrow('Tree places already exists')
  await expect(async () => trees.fetch('nothing')).rejects.toThrow('Unknown tree nothing')
  await expect(async () => trees.fetch(' ')).rejects.toThrow(/^Unknown tree$/)
  trees.register({ name: 'flat', path: 'dam/data/asset' })
  await expect(trees.fetch('flat')).rejects.toThrow('dam/data/asset is not a tree')
  expect(trees.get('flat')).toMatchObject({ status: 'error', error: { code: 'tree_missing' } })
  expect(shown().status).toBe('registered')
})

test('D3.16 D3.17 D9.14 roots with their children, two levels and 24 nodes at once', async () => {
  const { trees, shown, sent, named } = await open()
  const loading = trees.fetch('places')
  expect(shown().status).toBe('resolving')
  await loading
  expect(shown()).toMatchObject({ status: 'loaded', hasMoreResults: false, total: 3 })
  expect(shown().roots.map((id) => shown().nodes[id]?.name)).toEqual(['Places', 'People', 'Works'])
  expect(shown().nodes[named('Places')]).toMatchObject({
    isRoot: true,
    parent: null,
    childCount: 30,
    hasMore: true,
  })
  expect(shown().nodes[named('Places')]?.children).toHaveLength(24)
  expect(shown().nodes[named('Place 1')]).toMatchObject({
    isRoot: false,
    parent: named('Places'),
    childCount: 1,
    hasMore: true,
    children: [],
  })
  expect([sent()[0]?.get('depth'), sent()[0]?.get('max')]).toEqual(['2', '24'])
})

test('D4.20 children of a node, and more of them', async () => {
  const { trees, shown, named, sent } = await open()
  await trees.fetch('places')
  const places = named('Places')
  const [more, again] = [trees.fetchChildren('places', places), trees.fetchChildren('places', places)]
  expect(shown().loading).toEqual([places])
  await Promise.all([more, again])
  expect(shown().nodes[places]?.children).toHaveLength(30)
  expect(shown().nodes[places]?.hasMore).toBe(false)
  const requests = sent().length
  await trees.fetchChildren('places', places)
  expect(sent()).toHaveLength(requests)
  await trees.fetchChildren('places', named('Place 1'))
  expect(shown().nodes[named('Place 1')]?.children.map((id) => shown().nodes[id]?.name)).toEqual(['Level 1'])
})

test('D5.06 a full text searches paths from the root, and shows the hits with what is above them', async () => {
  const { trees, shown, sent, named, clock } = await open()
  await trees.fetch('places')
  trees.setFulltext('places', 'Level 3')
  expect(shown()).toMatchObject({ status: 'registered', hasData: true })
  const done = trees.fetch('places')
  await clock.advance(80)
  await done
  expect([
    sent().at(-1)?.get('fulltext'),
    sent().at(-1)?.get('treetop'),
    sent().at(-1)?.get('treepath'),
  ]).toEqual(['Level 3', '-1', 'true'])
  expect(shown().hits).toEqual([named('Level 3')])
  expect(shown().roots).toEqual([named('Places')])
  expect(shown().nodes[named('Level 2')]).toMatchObject({
    parent: named('Level 1'),
    children: [named('Level 3')],
  })
  trees.setFulltext('places', '')
  const back = trees.fetch('places')
  await clock.advance(80)
  await back
  expect(shown()).toMatchObject({ hits: null, total: 3 })
})

test('D9.14 a watched tree loads by itself, and gathers what is typed for 80 ms', async () => {
  const { trees, shown, sent, clock } = await open()
  const stop = trees.watch('places')
  await settle()
  expect(shown().status).toBe('loaded')
  for (const text of ['L', 'Le', 'Level 7']) trees.setFulltext('places', text)
  await clock.advance(80)
  expect(shown().hits?.length).toBe(1)
  expect(sent()).toHaveLength(2)
  stop()
})

test('D9.14 a watched tree goes on to all its roots by itself, 500 ms apart, unless it has a full text or is set not to', async () => {
  const { trees, shown, sent, clock } = await open({ max: 2, depth: 1 })
  const stop = trees.watch('places')
  await settle()
  expect(shown().roots).toHaveLength(2)
  await clock.advance(499)
  expect(sent()).toHaveLength(1)
  await clock.advance(1)
  await settle()
  expect(shown()).toMatchObject({ status: 'loaded', hasMoreResults: false, roots: { length: 3 } })
  await clock.advance(5000)
  expect(sent()).toHaveLength(2)

  trees.setFulltext('places', 'Place')
  await clock.advance(80)
  await settle()
  expect(shown()).toMatchObject({ status: 'loaded', hasMoreResults: true, hits: { length: 2 } })
  await clock.advance(5000)
  expect(sent()).toHaveLength(3)
  stop()

  trees.register({ name: 'still', path, max: 2, depth: 1, autoload: false })
  const stopStill = trees.watch('still')
  await settle()
  await clock.advance(5000)
  expect(trees.get('still')).toMatchObject({ hasMoreResults: true, roots: { length: 2 } })
  stopStill()
})

test('D9.14 a tree that nobody watches any more, and one that failed, load nothing by themselves', async () => {
  const { trees, shown, sent, clock, server } = await open({ max: 1, depth: 1 })
  const stop = trees.watch('places')
  await settle()
  stop()
  await clock.advance(5000)
  expect(sent()).toHaveLength(1)
  const stopAgain = trees.watch('places')
  server.fail('access_denied')
  await clock.advance(500)
  await settle()
  expect(shown().status).toBe('error')
  await clock.advance(5000)
  expect(sent()).toHaveLength(2)
  stopAgain()
})

test('D9.14 the way up to the root is walked 10 levels at most', async () => {
  const { trees, server } = await open()
  const names = async (name: string) =>
    (
      await trees.pathOf(
        'places',
        server.library.list('assetcollection').find((node) => node.name === name)?.id ?? 0,
      )
    ).map((node) => node.name)
  expect(await names('Level 2')).toEqual(['Places', 'Place 1', 'Level 1', 'Level 2'])
  expect(await names('Level 12')).toEqual([
    'Level 3',
    'Level 4',
    'Level 5',
    'Level 6',
    'Level 7',
    'Level 8',
    'Level 9',
    'Level 10',
    'Level 11',
    'Level 12',
  ])
})

test('D3.17 a tree is asked for as its settings say, and keeps the signature of what it asked', async () => {
  const { trees, shown, sent } = await open({
    depth: 1,
    max: 5,
    orderby: 'name desc',
    staticQuery: { activated: true },
    query: { name: { sw: 'P' } },
    fulltext: 'place',
    enableKeywords: true,
    withAggregates: true,
    props: ['id', 'name'],
    techprops: ['none'],
  })
  await trees.fetch('places')
  expect(Object.fromEntries(sent()[0] ?? [])).toMatchObject({
    orderby: 'name desc',
    query: '{"and":[{"activated":true},{"name":{"sw":"P"}}]}',
    fulltext: 'place',
    keywords: 'true',
    withAggregates: 'true',
    props: 'id,name',
    techprops: 'none',
  })
  expect(shown()).toMatchObject({
    name: 'places',
    path,
    status: 'loaded',
    error: null,
    lastSignature: expect.any(String) as string,
  })
})

test('D3.17 without the tree call, each level is a list', async () => {
  const { trees, shown, sent, named } = await open({
    disableUseTreeApi: true,
    staticQuery: { activated: true },
  })
  await trees.fetch('places')
  expect(shown().roots).toHaveLength(3)
  expect(sent()[0]?.get('query')).toBe('{"and":[{"activated":true},{"parent":{"eq":null}}]}')
  await trees.fetchChildren('places', named('Places'))
  expect(shown().nodes[named('Places')]).toMatchObject({ childCount: 30, hasMore: true })
  await trees.fetchChildren('places', named('Places'))
  expect(shown().nodes[named('Places')]).toMatchObject({ hasMore: false })
  expect(shown().nodes[named('Places')]?.children).toHaveLength(30)
})

test('a node that is renamed is shown so, one that is deleted goes', async () => {
  const { trees, shown, named, client } = await open()
  await trees.fetch('places')
  const [people, works] = [named('People'), named('Works')]
  const other = shown().nodes[named('Places')]
  await client.entities.patch(path, people, { name: 'Persons' })
  await client.entities.delete(path, works)
  await settle()
  expect(shown().nodes[people]?.name).toBe('Persons')
  expect([shown().roots, shown().nodes[works]]).toEqual([[named('Places'), people], undefined])
  expect(shown().nodes[named('Places')]).toBe(other)
})

test('D8.09 a failure sets error, and fetching again recovers', async () => {
  const { trees, shown, server } = await open()
  await trees.fetch('places')
  server.fail('access_denied')
  await expect(trees.fetch('places')).rejects.toMatchObject({ code: 'access_denied' })
  expect(shown()).toMatchObject({ status: 'error', hasData: true, error: { code: 'access_denied' } })
})

test('the children of a node are loaded again after a change, the roots too, and what is known below stays', async () => {
  const { trees, shown, named, client } = await open({ depth: 1 })
  await trees.fetch('places')
  await trees.fetchChildren('places', named('Places'))
  await trees.fetchChildren('places', named('Place 1'))
  const places = named('Places')
  expect(shown().nodes[places]?.children).toHaveLength(24)
  await client.entities.create(path, { name: 'A new place', parent: places })
  await trees.refreshChildren('places', places)
  expect(shown().nodes[places]).toMatchObject({ childCount: 31 })
  expect(shown().nodes[named('Place 1')]?.children).toHaveLength(1)
  await client.entities.create(path, { name: 'A new root' })
  await trees.refreshChildren('places', null)
  expect(shown().roots.map((id) => shown().nodes[id]?.name)).toContain('A new root')
  expect(shown().nodes[places]?.children).toHaveLength(24)
  expect(shown().nodes[named('Place 1')]?.children).toHaveLength(1)
})

test('what is known of a watched tree is loaded again, level by level', async () => {
  const { trees, shown, named, client } = await open({ depth: 1 })
  const stop = trees.watch('places')
  await trees.fetch('places')
  await trees.fetchChildren('places', named('Places'))
  const [places, place] = [named('Places'), named('Place 1')]
  // As another person would, or another language: the store does not hear of it.
  await client.call(calls.patchEntity, { path, id: places, json: { name: 'Lieux' } })
  await client.call(calls.patchEntity, { path, id: place, json: { name: 'Lieu 1' } })
  expect(shown().nodes[places]?.name).toBe('Places')
  await trees.refresh()
  expect([shown().nodes[places]?.name, shown().nodes[place]?.name]).toEqual(['Lieux', 'Lieu 1'])
  expect(shown().nodes[places]?.children).toContain(place)
  stop()
})
