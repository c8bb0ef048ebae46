import { expect, test } from 'vitest'
import { createClient } from '../client.ts'
import { entityKey } from '../entities/entity.ts'
import { createFakeClock, settle } from '../testing/fake-clock.ts'
import { createFakeServer } from '../testing/fake-server.ts'
import { joinTabs, type ChannelLike, type LocksLike } from './join-tabs.ts'

const path = 'dam/data/asset'

/** One channel between tabs: a message comes to all others, as a copy, after the running code. */
function createChannels(): () => ChannelLike {
  const listeners = new Map<ChannelLike, Set<(event: { readonly data: unknown }) => void>>()
  return () => {
    const channel: ChannelLike = {
      postMessage(message) {
        const copy: unknown = structuredClone(message)
        for (const [other, own] of listeners)
          if (other !== channel) for (const listener of own) queueMicrotask(() => listener({ data: copy }))
      },
      addEventListener: (_type, listener) => void listeners.get(channel)?.add(listener),
      removeEventListener: (_type, listener) => void listeners.get(channel)?.delete(listener),
    }
    listeners.set(channel, new Set())
    return channel
  }
}

/** One lock: work waits in line, and leaves it when its signal says so. */
function createLocks(): LocksLike {
  let last = Promise.resolve()
  return {
    request(_name, { signal }, work) {
      const turn = last.then(() => (signal.aborted ? undefined : work()))
      last = turn.then(
        () => undefined,
        () => undefined,
      )
      return turn
    },
  }
}

async function open() {
  const server = createFakeServer()
  const [channel, locks] = [createChannels(), createLocks()]
  const tabs = await Promise.all(
    [1, 2].map(async () => {
      const clock = createFakeClock()
      const client = createClient({ mode: 'cookie', fetch: server.fetch, clock })
      const own = channel()
      return { client, clock, channel: own, tab: joinTabs(client, { channel: own, locks }) }
    }),
  )
  const [one, two] = tabs
  if (!one || !two) throw new Error('There are two tabs')
  await one.client.session.signIn({ login: 'editor', password: 'editor' })
  await settle()
  return { server, one, two }
}

test('whoever signs in or out in one tab does so in all', async () => {
  const { one, two } = await open()
  expect(two.client.session.get()).toMatchObject({ connected: true, user: { login: 'editor' } })
  await two.client.session.signOut()
  await settle()
  expect(one.client.session.get()).toMatchObject({ connected: false, user: null })
})

test('an entity that is changed in one tab is shown changed in the others that show it', async () => {
  const { one, two, server } = await open()
  const [first, second] = server.library.list('asset').map(({ id }) => id)
  for (const { client } of [one, two]) await client.entities.fetch(path, first ?? 0)
  await one.client.entities.fetch(path, second ?? 0)
  const requests = server.requests.length
  await one.client.entities.patch(path, first ?? 0, { name: 'Renamed' })
  await one.client.entities.patch(path, second ?? 0, { name: 'Nobody looks' })
  await settle()
  expect(two.client.entities.get(entityKey(path, first ?? 0)).data).toMatchObject({
    name: 'Renamed',
    $version: 2,
  })
  expect(two.client.entities.get(entityKey(path, second ?? 0)).data).toBeNull()
  expect(server.requests).toHaveLength(requests + 2)
})

test('one tab leads and polls for all; the others look when it found something else; when it leaves, another leads', async () => {
  const { one, two, server } = await open()
  expect([one.tab.leader.get(), two.tab.leader.get()]).toEqual([true, false])
  for (const { client, tab } of [one, two]) {
    client.cursors.register({ name: 'browse', path, refreshAfterMs: 1000, orderby: 'id desc' })
    client.cursors.watch('browse')
    tab.follow('browse')
  }
  await settle()
  const lists = (): number => server.requests.filter((request) => request.includes('/asset?')).length
  const before = lists()
  for (const { clock } of [one, two]) await clock.advance(1000)
  expect(lists() - before).toBe(1)
  server.library.add('asset', { name: 'New' })
  for (const { clock } of [one, two]) await clock.advance(1000)
  await settle()
  expect(two.client.cursors.get('browse').data[0]?.name).toBe('New')
  one.tab.leave()
  await settle()
  expect([one.tab.leader.get(), two.tab.leader.get()]).toEqual([false, true])
  const then = lists()
  await two.clock.advance(1000)
  expect(lists() - then).toBe(1)
})

test('what is no message of ours is ignored', async () => {
  const { one, two } = await open()
  for (const message of [
    null,
    'x',
    {},
    { type: 'entities', data: [null, { id: 1 }] },
    { type: 'hits', uuids: 'x' },
  ])
    one.channel.postMessage(message)
  await settle()
  expect(two.client.session.get().connected).toBe(true)
})
