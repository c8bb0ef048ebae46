import { expect, test } from 'vitest'
import { calls } from '@cartouche/contract/wire'
import { createFakeClient } from '../testing/fake-client.ts'
import { settle } from '../testing/fake-clock.ts'
import { readsOf } from './reads.ts'

async function open() {
  const { client, server } = await createFakeClient()
  return {
    reads: readsOf(client),
    server,
    count: () => server.requests.filter((request) => request.includes('/profiles')).length,
  }
}

test('a read is kept while it is fresh, under its call and parameters', async () => {
  const { reads, count } = await open()
  expect(await reads.read(calls.listDownloadProfiles, {})).toEqual(
    await reads.read(calls.listDownloadProfiles, {}),
  )
  expect(count()).toBe(1)
  await reads.read(calls.listDownloadProfiles, {}, { freshMs: 0 })
  expect(count()).toBe(2)
})

test('what is observed is read when somebody listens, and again when it is made old or forgotten', async () => {
  const { reads, count } = await open()
  const readable = reads.observe(calls.listDownloadProfiles, {})
  expect(reads.observe(calls.listDownloadProfiles, {})).toBe(readable)
  expect([readable.get().status, count()]).toEqual(['registered', 0])
  const stop = readable.subscribe(() => undefined)
  expect(readable.get().status).toBe('initial')
  await settle()
  expect(readable.get()).toBe(readable.get())
  expect(readable.get()).toMatchObject({ status: 'loaded', data: [{ code: 'originals' }] })
  reads.invalidate(calls.getConfig)
  await settle()
  expect(count()).toBe(1)
  reads.invalidate(calls.listDownloadProfiles)
  expect(readable.get()).toMatchObject({ status: 'fetching', data: [{ code: 'originals' }] })
  await settle()
  expect(count()).toBe(2)
  reads.clear()
  expect(readable.get()).toMatchObject({ status: 'initial', data: undefined })
  await settle()
  expect([readable.get().status, count()]).toEqual(['loaded', 3])
  stop()
})

test('reads that nobody listens to go when there are many; one that is listened to stays', async () => {
  const { reads } = await open()
  const heard = reads.observe(calls.viewCart, { id: 1 })
  const stop = heard.subscribe(() => undefined)
  const unheard = reads.observe(calls.viewCart, { id: 2 })
  for (let id = 3; id < 600; id++) reads.observe(calls.viewCart, { id })
  expect(reads.observe(calls.viewCart, { id: 1 })).toBe(heard)
  expect(reads.observe(calls.viewCart, { id: 2 })).not.toBe(unheard)
  stop()
})

test('a failed read is an error with its code', async () => {
  const { reads, server } = await open()
  const readable = reads.observe(calls.viewCart, { id: 7 })
  const stop = readable.subscribe(() => undefined)
  await settle()
  expect(readable.get()).toMatchObject({ status: 'error', error: { code: 'cart_not_found' } })
  server.fail('access_denied')
  await expect(reads.read(calls.listDownloadProfiles, {})).rejects.toMatchObject({ code: 'access_denied' })
  stop()
})
