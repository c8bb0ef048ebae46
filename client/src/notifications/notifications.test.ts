import { expect, test } from 'vitest'
import { settle } from '../testing/fake-clock.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { openLiveWorld } from '../testing/live-world.ts'
import { notificationsOf } from './notifications.ts'

async function open(count: number) {
  const fake = await createFakeClient()
  const keys = Array.from({ length: count }, (_one, index) =>
    fake.server.notifications.add(`Notice ${index + 1}`),
  )
  return { ...fake, keys, store: notificationsOf(fake.client) }
}

test('P3.27 P7.52 P7.53 the list and the unread count are kept; pages follow each other', async () => {
  const { store, server } = await open(30)
  await store.fetchUnread()
  expect(store.get()).toMatchObject({ status: 'unknown', unreadCount: 30, notifications: [] })
  await store.fetch()
  expect(store.get()).toMatchObject({ status: 'loaded', total: 30, unreadCount: 30, hasNext: true })
  server.notifications.add('Came meanwhile')
  await store.next()
  expect(store.get()).toMatchObject({ status: 'loaded', total: 31, hasNext: false })
  expect(store.get().notifications.map(({ title }) => title)).toEqual(
    Array.from({ length: 30 }, (_one, index) => `Notice ${30 - index}`),
  )
  const requests = server.requests.length
  await store.next()
  expect(server.requests).toHaveLength(requests)
})

test('P7.54 P7.55 what is marked or deleted shows at once, and comes back where it fails', async () => {
  const { store, server, keys } = await open(3)
  await store.fetch()
  const marking = store.markRead([keys[1] ?? ''])
  expect(store.get()).toMatchObject({
    unreadCount: 2,
    notifications: [{ read: false }, { read: true }, { read: false }],
  })
  await marking
  server.fail('unavailable')
  await expect(store.remove(keys[0] ?? '')).rejects.toMatchObject({ code: 'unavailable' })
  expect(store.get()).toMatchObject({ status: 'loaded', total: 3, unreadCount: 2 })
  await store.remove(keys[0] ?? '')
  expect(store.get()).toMatchObject({ total: 2, unreadCount: 1 })
  await store.markRead()
  expect(store.get().unreadCount).toBe(0)
  expect(server.notifications.all().map(({ read }) => read)).toEqual([true, true])
})

test('an answer to what was asked before a change does not undo it', async () => {
  const { store, server } = await open(2)
  await store.fetch()
  const gate = server.hold('/rest/usernotif?')
  const reading = store.fetch()
  await settle()
  await store.markRead()
  gate.release()
  await reading
  expect(store.get()).toMatchObject({ unreadCount: 0, notifications: [{ read: true }, { read: true }] })
})

test('without live events the count is asked for every minute', async () => {
  const { store, server, clock } = await open(1)
  const stop = store.watch()
  await settle()
  expect(store.get().unreadCount).toBe(1)
  server.notifications.add('New')
  await clock.advance(60_000)
  expect(store.get().unreadCount).toBe(2)
  stop()
  const asked = (): number => server.requests.filter((request) => request.includes('/unread')).length
  const before = asked()
  await clock.advance(200_000)
  expect(asked()).toBe(before)
})

test('with live events nothing is asked by the clock, and a list that is shown follows', async () => {
  const { client, server, clock, streams } = await openLiveWorld()
  const store = notificationsOf(client)
  const stop = store.watch()
  await settle()
  await streams[0]?.send('data: {"kind":"notifications","unreadCount":4}\n\n')
  expect(store.get()).toMatchObject({ unreadCount: 4, notifications: [] })
  const before = server.requests.length
  await clock.advance(50_000)
  await streams[0]?.send(': still here\n\n')
  await clock.advance(50_000)
  expect(server.requests).toHaveLength(before)
  await store.fetch()
  server.notifications.add('New')
  await streams[0]?.send('data: {"kind":"notifications","unreadCount":1}\n\n')
  expect(store.get()).toMatchObject({ unreadCount: 1, notifications: [{ title: 'New' }] })
  stop()
  await settle()
  expect(streams[0]?.isAborted()).toBe(true)
})

test('whoever signs out leaves nothing behind', async () => {
  const { client, store } = await open(2)
  await store.fetch()
  await client.session.signOut()
  await settle()
  expect(store.get()).toMatchObject({ status: 'unknown', unreadCount: 0, notifications: [] })
})
