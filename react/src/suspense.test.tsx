import { startTransition, useState } from 'react'
import { calls, createClient } from '@cartouche/client'
import { createFakeServer } from '@cartouche/client/testing/fake-server'
import { expect, test } from 'vitest'
import { useCursor, useEntity, useRead, useSchema, useTree } from './index.ts'
import { renderHook } from './testing/render-hook.tsx'

const path = 'dam/data/asset'
const suspense = true

async function open() {
  const server = createFakeServer()
  const client = createClient({ mode: 'bearer', fetch: server.fetch })
  await client.session.signIn({ login: 'editor', password: 'editor' })
  client.session.dispose()
  const [first = 0, second = 0] = server.library.list('asset').map(({ id }) => id)
  return {
    client,
    server,
    first,
    second,
    count: (part: string) => server.requests.filter((request) => request.includes(part)).length,
  }
}

test('a cursor suspends until its first page, asks once in strict mode, and never again once it shows something', async () => {
  const { client, server, count } = await open()
  const { release } = server.hold('/asset?')
  const states: boolean[] = []
  const hook = await renderHook(client, () => {
    const cursor = useCursor({ name: 'browse', path }, { suspense })
    states.push(cursor.hasData)
    return cursor
  })
  expect([states, hook.renders()]).toEqual([[], 0])
  expect(hook.suspensions()).toBeGreaterThan(0)
  await hook.act(release)
  expect(hook.result()).toMatchObject({ status: 'loaded', total: 60 })
  expect(count('/rest/dam/data/asset?')).toBe(1)

  const before = hook.suspensions()
  await hook.act(() => hook.result().actions.refresh())
  await hook.act(() => hook.result().actions.change({ orderby: 'name desc' }))
  await hook.act(
    () =>
      new Promise((resolve) => {
        setTimeout(resolve, 80)
      }),
  )
  expect(hook.result()).toMatchObject({ status: 'loaded', definition: { orderby: 'name desc' } })
  expect(states.every(Boolean)).toBe(true)
  expect(hook.suspensions()).toBe(before)
  await hook.unmount()
})

test('a failure ends the wait and is in the snapshot, not thrown; what is read again is shown', async () => {
  const { client, server } = await open()
  await client.schemas.resolve(path)
  server.fail('access_denied')
  const hook = await renderHook(client, () => useCursor({ name: 'browse', path }, { suspense }))
  expect(hook.result()).toMatchObject({ status: 'error', hasData: false, error: { code: 'access_denied' } })
  await hook.act(() => hook.result().actions.refresh())
  expect(hook.result()).toMatchObject({ status: 'loaded', total: 60 })
  await hook.unmount()
})

test('in a transition what was shown stays until the next is there', async () => {
  const { client, server, first, second, count } = await open()
  await client.entities.fetch(path, first)
  const control: { show?: (id: number) => void } = {}
  const hook = await renderHook(client, () => {
    const [id, setId] = useState(first)
    control.show = setId
    return { id, entity: useEntity(path, id, { suspense }) }
  })
  expect(hook.result()).toMatchObject({ id: first, entity: { status: 'loaded', name: 'Asset 1' } })
  const { release } = server.hold(`/asset/${second}`)
  const renders = hook.renders()
  await hook.act(() => startTransition(() => control.show?.(second)))
  expect([hook.renders(), hook.suspensions()]).toEqual([renders, 0])
  // A change of what is shown is seen meanwhile.
  await hook.act(() => client.entities.patch(path, first, { name: 'Renamed meanwhile' }))
  expect(hook.result()).toMatchObject({ id: first, entity: { name: 'Renamed meanwhile' } })
  await hook.act(release)
  expect(hook.result()).toMatchObject({ id: second, entity: { status: 'loaded', name: 'Asset 2' } })
  expect([count(`GET /api/rest/dam/data/asset/${second}`), hook.suspensions()]).toEqual([1, 0])
  await hook.unmount()
})

test('what does not exist is shown as not found', async () => {
  const { client } = await open()
  const hook = await renderHook(client, () => useEntity(path, 9999, { suspense }))
  expect(hook.result()).toMatchObject({ status: 'not_found', name: 'ID #9999 NOT FOUND' })
  await hook.unmount()
})

test('schemas, trees and plain reads suspend alike', async () => {
  const { client, server } = await open()
  const { release } = server.hold()
  const hook = await renderHook(client, () => {
    const schema = useSchema(path, { suspense })
    const tree = useTree({ name: 'places', path: 'dam/data/assetcollection' }, { suspense })
    return { schema, tree, config: useRead(calls.getConfig, {}, { suspense }) }
  })
  expect(hook.renders()).toBe(0)
  await hook.act(release)
  expect(hook.result()).toMatchObject({
    schema: { status: 'resolved' },
    tree: { status: 'loaded', total: 3 },
    config: { status: 'loaded', data: { organisation: 'Cartouche' } },
  })
  await hook.unmount()
})
