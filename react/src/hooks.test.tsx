import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  cartsOf,
  createClient,
  downloadsOf,
  importsOf,
  readsOf,
  sharesOf,
  type Client,
} from '@cartouche/client'
import { createFakeServer, type FakeServer } from '@cartouche/client/testing/fake-server'
import { useCarts, useCart, useCartShares } from './use-carts.ts'
import { useCursor } from './use-cursor.ts'
import { useDownload, useDownloads } from './use-downloads.ts'
import { useEntity, useSchema } from './use-entity.ts'
import { useImportJob, useImportJobs, useUploads } from './use-imports.ts'
import { useConfig, useRead } from './use-read.ts'
import { useCan, useSession, useCurrentUser, useSignedInUser } from './use-session.ts'
import { useShare } from './use-share.ts'
import { CartoucheProvider, useClient } from './provider.tsx'
import { renderHook } from './testing/render-hook.tsx'
import { calls } from '@cartouche/client'

const path = 'dam/data/asset'

async function open(): Promise<{
  client: Client
  server: FakeServer
  count: (part: string) => number
  firstId: number
}> {
  const server = createFakeServer()
  const client = createClient({ mode: 'bearer', fetch: server.fetch })
  await client.session.signIn({ login: 'editor', password: 'editor' })
  client.session.dispose()
  return {
    client,
    server,
    count: (part) => server.requests.filter((request) => request.includes(part)).length,
    firstId: server.library.list('asset')[0]?.id ?? 0,
  }
}

test('P8.11 a hook without a client, or whose client was taken away, says so, by message and wediaError.code', async () => {
  const { client } = await open()
  await expect(renderHook(null, () => useClient())).rejects.toMatchObject({
    message: 'No config registered: useClient needs a CartoucheProvider above it',
    wediaError: { code: 'config_missing' },
  })
  const hook = await renderHook(client, () => useClient())
  expect(hook.result()).toBe(client)
  await expect(hook.rerender(null)).rejects.toMatchObject({
    message: 'The config no longer exists: the client of the CartoucheProvider was taken away',
    wediaError: { code: 'config_gone' },
  })
})

test('P8.11 a provider without children is a missing slot, with a code of its own', () => {
  const bare = <CartoucheProvider client={null}>{undefined}</CartoucheProvider>
  expect(() => renderToString(bare)).toThrow(
    expect.objectContaining({
      message: 'No slot provided: a CartoucheProvider needs children',
      wediaError: { code: 'slot_missing' },
    }),
  )
})

test('P8.11 who needs a signed-in user asks whether somebody has signed in', async () => {
  const { client } = await open()
  const hook = await renderHook(client, () => useSignedInUser())
  expect(hook.result().login).toBe('editor')
  await hook.unmount()
  await client.session.signOut()
  await expect(renderHook(client, () => useSignedInUser())).rejects.toMatchObject({
    code: 'user_unknown',
    message: 'No connection information: has the user signed in?',
  })
})

test('a cursor loads once in strict mode, follows its actions, and stays with its constraints when the component goes', async () => {
  const { client, count } = await open()
  const definition = {
    name: 'browse',
    path,
    constraints: { keywords: { field: 'keywords', operator: 'in', values: [] } },
  }
  const hook = await renderHook(client, () => useCursor({ ...definition }))
  expect(hook.result()).toMatchObject({ status: 'loaded', total: 60 })
  expect(count('/rest/dam/data/asset?')).toBe(1)
  await hook.act(() => hook.result().actions.next())
  expect(hook.result().data).toHaveLength(48)
  await hook.act(() => hook.result().actions.toggleValue('keywords', 1))
  expect(hook.result()).toMatchObject({ status: 'loaded', total: 20 })
  await hook.unmount()
  expect(client.cursors.get('browse')).toMatchObject({
    status: 'loaded',
    total: 20,
    definition: { constraints: { keywords: { values: [1] } } },
  })
  const again = await renderHook(client, () => useCursor(definition))
  expect(again.result()).toMatchObject({
    status: 'loaded',
    total: 20,
    definition: { constraints: { keywords: { values: [1] } } },
  })
  expect(count('/rest/dam/data/asset?')).toBe(3)
})

test('actions of a cursor never reject into nowhere', async () => {
  const { client, server } = await open()
  const hook = await renderHook(client, () => useCursor({ name: 'browse', path }))
  server.fail('unknown_field')
  await hook.act(() => hook.result().actions.refresh())
  expect(hook.result()).toMatchObject({ status: 'error', error: { code: 'unknown_field' }, hasData: true })
})

test('an entity is read in full once, and a change elsewhere renders nothing here', async () => {
  const { client, count, firstId } = await open()
  const hook = await renderHook(client, () => useEntity(path, firstId))
  expect(hook.result()).toMatchObject({ status: 'loaded', name: 'Asset 1' })
  expect(count(`/asset/${firstId}`)).toBe(1)
  const renders = hook.renders()
  await hook.act(() => client.entities.fetch(path, firstId + 1))
  expect(hook.renders()).toBe(renders)
  await hook.act(() => client.entities.patch(path, firstId, { name: 'Renamed' }))
  expect(hook.result().name).toBe('Renamed')
})

test('the session, the user and what may be done', async () => {
  const { client } = await open()
  const hook = await renderHook(client, () => ({
    session: useSession(),
    user: useCurrentUser(),
    may: useCan('asset/create'),
    mayNot: useCan('user/delete'),
  }))
  expect(hook.result()).toMatchObject({
    session: { connected: true },
    user: { login: 'editor' },
    may: true,
    mayNot: false,
  })
  await hook.act(() => client.session.signOut())
  expect(hook.result()).toMatchObject({ session: { connected: false }, user: null, may: false })
})

test('a selector renders again only when what it selects has changed', async () => {
  const { client } = await open()
  const hook = await renderHook(client, () => useCurrentUser())
  const renders = hook.renders()
  await hook.act(() => client.session.changeLocale('en').catch(() => undefined))
  const { user } = client.session.get()
  expect(hook.result()).toBe(user)
  expect(hook.renders() - renders).toBeLessThanOrEqual(2)
})

test('carts, one cart, its shares, a visit', async () => {
  const { client, firstId, count } = await open()
  const cart = await cartsOf(client).createCart({ name: 'Mine', items: [{ type: 'asset', id: firstId }] })
  const share = await sharesOf(client).shareCart(cart.id, { password: 'secret' })
  const hook = await renderHook(client, () => ({
    carts: useCarts(),
    cart: useCart(cart.id),
    shares: useCartShares(cart.id),
    visit: useShare(share.id),
  }))
  expect(hook.result()).toMatchObject({
    carts: { status: 'loaded', carts: [{ name: 'Mine' }] },
    cart: { status: 'loaded', assets: [{ id: firstId }] },
    shares: { status: 'loaded', shares: [{ id: share.id }] },
    visit: { status: 'error', password: 'needed' },
  })
  expect(count('/listCarts')).toBe(1)
  await hook.act(() => sharesOf(client).openShare(share.id, 'secret'))
  expect(hook.result().visit).toMatchObject({ status: 'loaded' })
})

test('downloads in order of start, and one of them until it is dismissed', async () => {
  const { client, firstId } = await open()
  const cart = await cartsOf(client).createCart({ name: 'Mine', items: [{ type: 'asset', id: firstId }] })
  const id = downloadsOf(client).start({ name: 'Mine', cartId: cart.id })
  const hook = await renderHook(client, () => ({ all: useDownloads(), one: useDownload(id) }))
  expect(hook.result()).toMatchObject({
    all: [{ downloadId: id, status: 'loaded' }],
    one: { status: 'loaded' },
  })
  await hook.act(() => downloadsOf(client).dismiss(id))
  expect(hook.result()).toEqual({ all: [], one: null })
})

test('an import with its items and uploads', async () => {
  const { client } = await open()
  const job = await importsOf(client).createJob({ name: 'Spring' })
  const hook = await renderHook(client, () => ({
    jobs: useImportJobs(),
    job: useImportJob(job.id),
    uploads: useUploads(job.id),
  }))
  await hook.act(() => importsOf(client).upload(job.id, [new File(['x'], 'a.jpg')]))
  expect(hook.result()).toMatchObject({
    jobs: { jobs: [{ id: job.id }] },
    job: { status: 'loaded', items: [{ filename: 'a.jpg' }] },
    uploads: { files: [{ status: 'loaded' }] },
  })
  await hook.unmount()
})

test('plain reads are kept: one request for all who show them', async () => {
  const { client, count } = await open()
  const read = () => ({
    config: useConfig(),
    profiles: useRead(calls.listDownloadProfiles, {}),
    schema: useSchema(path),
  })
  const [one, two] = [await renderHook(client, read), await renderHook(client, read)]
  for (const hook of [one, two]) {
    expect(hook.result()).toMatchObject({
      config: { status: 'loaded', data: { organisation: 'Cartouche' } },
      profiles: { data: [{ code: 'originals' }] },
      schema: { status: 'resolved', resource: 'asset' },
    })
  }
  expect([count('/rest/config'), count('/profiles'), count('/headers')]).toEqual([1, 1, 1])
  await one.act(() => readsOf(client).invalidate(calls.listDownloadProfiles))
  expect(count('/profiles')).toBe(2)
})
