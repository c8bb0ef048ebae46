import { createClient, preferencesOf, savedSearchesOf } from '@cartouche/client'
import { createFakeServer } from '@cartouche/client/testing/fake-server'
import { expect, test } from 'vitest'
import { usePreference, useSavedSearches } from './index.ts'
import { renderHook } from './testing/render-hook.tsx'

async function open() {
  const server = createFakeServer()
  const client = createClient({ mode: 'bearer', fetch: server.fetch })
  await client.session.signIn({ login: 'editor', password: 'editor' })
  return { client, server }
}

test('saved searches are read when the component comes, and follow', async () => {
  const { client } = await open()
  client.cursors.register({ name: 'browse', path: 'dam/data/asset', fulltext: 'night' })
  await savedSearchesOf(client).createSearch('browse', { name: 'Night' })
  const hook = await renderHook(client, useSavedSearches)
  expect(hook.result()).toMatchObject({ status: 'loaded', searches: [{ name: 'Night' }] })
  await hook.act(async () => void (await savedSearchesOf(client).createSearch('browse', { name: 'Another' })))
  expect(hook.result().searches.map(({ name }) => name)).toEqual(['Another', 'Night'])
  await hook.unmount()
})

test('a preference is read once, and set from where it is shown', async () => {
  const { client, server } = await open()
  await preferencesOf(client).set('size', 200, { namespace: 'look' })
  const hook = await renderHook(
    client,
    () => [usePreference('size', { namespace: 'look' }), usePreference('size')] as const,
  )
  expect(hook.result()).toMatchObject([
    { status: 'loaded', value: 200 },
    { status: 'not_found', value: undefined },
  ])
  await hook.act(async () => hook.result()[0].set(300))
  expect(hook.result()[0]).toMatchObject({ status: 'loaded', value: 300 })
  expect(
    server.requests.filter((request) => request.startsWith('GET') && request.includes('userpref')),
  ).toHaveLength(1)
  await hook.unmount()
})
