import { batchesOf, bookmarksOf, createClient, entityKey } from '@cartouche/client'
import { expect, test } from 'vitest'
import { createFakeServer } from '@cartouche/client/testing/fake-server'
import {
  useAggregate,
  useBatch,
  useBatches,
  useBookmarks,
  useCursor,
  useDraft,
  useFacet,
  useLookup,
  useSlidingWindow,
  useTree,
  useWords,
} from './index.ts'
import { renderHook } from './testing/render-hook.tsx'

const path = 'dam/data/asset'

async function open() {
  const server = createFakeServer()
  const client = createClient({ mode: 'bearer', fetch: server.fetch })
  await client.session.signIn({ login: 'editor', password: 'editor' })
  return { client, server, firstId: server.library.list('asset')[0]?.id ?? 0 }
}

test('a tree is loaded while the component is there, and its children on request', async () => {
  const { client } = await open()
  const hook = await renderHook(client, () =>
    useTree({ name: 'places', path: 'dam/data/assetcollection', orderby: 'id asc' }),
  )
  expect(hook.result()).toMatchObject({ status: 'loaded', total: 3 })
  const [places = 0] = hook.result().roots
  await hook.act(() => hook.result().actions.fetchChildren(places))
  expect(hook.result().nodes[places]?.children).toHaveLength(30)
  await hook.unmount()
})

test('a draft is edited and saved', async () => {
  const { client, server, firstId } = await open()
  await client.entities.fetch(path, firstId)
  const hook = await renderHook(client, () => useDraft(path, firstId))
  await hook.act(() => hook.result().actions.edit({ description: 'New' }))
  expect(hook.result()).toMatchObject({ dirty: true, changes: { description: 'New' } })
  await hook.act(() => hook.result().actions.save())
  expect(hook.result()).toMatchObject({ dirty: false, status: 'unknown' })
  expect(server.library.get('asset', firstId)['description']).toBe('New')
})

test('a batch with its progress', async () => {
  const { client, firstId } = await open()
  batchesOf(client).add('b', [
    { id: 'one', type: 'update', path, entityId: firstId, payload: { name: 'Batched' } },
  ])
  const hook = await renderHook(client, () => ({ all: useBatches(), one: useBatch('b') }))
  expect(hook.result()).toMatchObject({ all: ['b'], one: { status: 'draft' } })
  await hook.act(() => batchesOf(client).process('b'))
  expect(hook.result().one).toMatchObject({ status: 'done', progress: 100 })
  expect(client.entities.get(entityKey(path, firstId)).name).toBe('Batched')
})

test('facets, counts and words of a cursor', async () => {
  const { client } = await open()
  client.cursors.register({ name: 'browse', path })
  const hook = await renderHook(client, () => ({
    facet: useFacet('browse', 'keywords'),
    counts: useAggregate('browse', 'kw', { field: 'keywords', ids: [1] }),
    words: useWords('browse'),
  }))
  await hook.act(
    () =>
      new Promise((resolve) => {
        setTimeout(resolve, 80)
      }),
  )
  expect(hook.result().facet).toMatchObject({ status: 'loaded', hasMore: false })
  expect(hook.result().facet.values).toHaveLength(3)
  expect(hook.result().counts?.counts).toEqual({ 1: { count: 20, total: 20 } })
  await hook.act(() => {
    hook.result().words.suggest('ass')
    return new Promise((resolve) => {
      setTimeout(resolve, 80)
    })
  })
  expect(hook.result().words.suggests).toEqual(['Asset'])
  await hook.unmount()
  expect(client.cursors.get('browse').status).not.toBe('unknown')
})

test('a window over a cursor, a lookup, and bookmarks', async () => {
  const { client } = await open()
  const hook = await renderHook(client, () => ({
    cursor: useCursor({ name: 'browse', path, max: 10, orderby: 'id asc' }),
    lookup: useLookup({ path: 'dam/data/assetkeyword' }),
    bookmarks: useBookmarks(),
  }))
  expect(hook.result()).toMatchObject({
    cursor: { status: 'loaded' },
    lookup: { status: 'loaded', total: 3 },
    bookmarks: [],
  })
  const window = await renderHook(client, () => useSlidingWindow('browse', 2))
  await window.act(() => window.result().goTo(4))
  expect(window.result()).toMatchObject({
    index: 4,
    entity: { name: 'Asset 5' },
    hasPrevious: true,
    hasNext: true,
  })
  await hook.act(async () => {
    client.cursors.setFulltext('browse', 'asset')
    await bookmarksOf(client).add('browse', 'Mine')
  })
  expect(hook.result().bookmarks).toMatchObject([{ name: 'Mine' }])
  await window.unmount()
  await hook.unmount()
  expect(client.cursors.get('~lookup/dam/data/assetkeyword').status).toBe('unknown')
})
