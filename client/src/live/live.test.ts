import type { LiveEvent } from '@cartouche/contract'
import { expect, test } from 'vitest'
import { createCell } from '../store/keyed-store.ts'
import { settle } from '../testing/fake-clock.ts'
import { openLiveWorld as open } from '../testing/live-world.ts'
import type { ChannelLike } from '../tabs/join-tabs.ts'
import { readEvents } from './read-events.ts'

const cartEvent = (id: number): LiveEvent => ({ kind: 'cart', id, modified: '2026-01-01T00:00:00.000Z' })
const text = (event: LiveEvent): string => `data: ${JSON.stringify(event)}\n\n`

test('events reach who listens to their kind; the stream is open while somebody does', async () => {
  const { live, streams } = await open()
  expect(streams).toHaveLength(0)
  const heard: LiveEvent[] = []
  const stopCarts = live.on('cart', (event) => heard.push(event))
  const stopSearches = live.on('search', (event) => heard.push(event))
  await settle()
  expect([streams.length, live.open.get()]).toEqual([1, true])
  await streams[0]?.send(`: listening\n\n${text(cartEvent(1))}data: {"kind":"arch`)
  await streams[0]?.send(
    `ive","uuid":"x"}\n\n${text({ kind: 'search', id: 2 })}data: not json\n\ndata: {"kind":"of tomorrow"}\n\n`,
  )
  expect(heard).toEqual([cartEvent(1), { kind: 'search', id: 2 }])
  stopCarts()
  expect(streams[0]?.isAborted()).toBe(false)
  stopSearches()
  await settle()
  expect([streams[0]?.isAborted(), live.open.get()]).toEqual([true, false])
})

test('a stream that ends is opened again, later each time, and says that something may have been missed', async () => {
  const { live, streams, clock, refuse } = await open()
  let opened = 0
  live.onOpen(() => opened++)
  live.on('cart', () => undefined)
  await settle()
  await streams[0]?.end()
  expect([live.open.get(), opened]).toEqual([false, 1])
  refuse(2)
  await clock.advance(1000)
  expect(streams).toHaveLength(1)
  await clock.advance(2000 + 1000)
  expect(streams).toHaveLength(1)
  await clock.advance(5000)
  expect([streams.length, live.open.get(), opened]).toEqual([2, true, 2])
})

test('a stream that could not be opened at first is tried now where it is asked to, and has missed something', async () => {
  const { live, streams, clock, refuse } = await open()
  const firsts: boolean[] = []
  refuse(3)
  live.onOpen((isFirst) => firsts.push(isFirst))
  live.on('cart', () => undefined)
  await settle()
  await clock.advance(1000 + 2000)
  expect([streams.length, firsts]).toEqual([0, []])
  live.retryNow()
  await settle()
  expect([streams.length, firsts]).toEqual([1, [false]])
  await streams[0]?.end()
  await clock.advance(1000)
  expect([streams.length, firsts]).toEqual([2, [false, false]])
})

test('a stream that opens at the first try has missed nothing', async () => {
  const { live } = await open()
  const firsts: boolean[] = []
  live.onOpen((isFirst) => firsts.push(isFirst))
  live.on('cart', () => undefined)
  await settle()
  expect(firsts).toEqual([true])
})

test('a stream without a sign of life is dead', async () => {
  const { live, streams, clock } = await open()
  live.on('cart', () => undefined)
  await settle()
  await clock.advance(40_000)
  await streams[0]?.send(': still here\n\n')
  await clock.advance(40_000)
  expect(streams[0]?.isAborted()).toBe(false)
  await clock.advance(25_000)
  expect(streams[0]?.isAborted()).toBe(true)
  expect(streams).toHaveLength(2)
})

test('the stream ends with the session and comes with the next', async () => {
  const { client, live, streams } = await open()
  live.on('cart', () => undefined)
  await settle()
  await client.session.signOut()
  await settle()
  expect([streams[0]?.isAborted(), live.open.get()]).toEqual([true, false])
  await client.session.signIn({ login: 'viewer', password: 'viewer' })
  await settle()
  expect([streams.length, live.open.get()]).toEqual([2, true])
})

test('of several tabs the leader alone has a stream, and the others hear what it hears', async () => {
  const [one, two] = [await open(), await open()]
  const hears = new Map<ChannelLike, (event: { readonly data: unknown }) => void>()
  const channel = (): ChannelLike => {
    const own: ChannelLike = {
      postMessage: (message) => {
        for (const [other, hear] of hears)
          if (other !== own) queueMicrotask(() => hear({ data: structuredClone(message) }))
      },
      addEventListener: (_type, listener) => void hears.set(own, listener),
      removeEventListener: () => void hears.delete(own),
    }
    return own
  }
  const leads = [createCell(true), createCell(false)] as const
  one.live.shareAmong({ leader: leads[0] }, channel())
  await settle()
  const heard: LiveEvent[] = []
  two.live.on('cart', (event) => heard.push(event))
  two.live.shareAmong({ leader: leads[1] }, channel())
  await settle()
  expect([
    one.streams.length,
    two.streams.filter(({ isAborted }) => !isAborted()).length,
    two.live.open.get(),
  ]).toEqual([1, 0, true])
  await one.streams[0]?.send(text(cartEvent(5)))
  expect(heard).toEqual([cartEvent(5)])
  let readAnew = 0
  two.live.onOpen(() => readAnew++)
  leads[0].set(false)
  leads[1].set(true)
  await settle()
  expect([
    one.streams[0]?.isAborted(),
    two.streams.some(({ isAborted }) => !isAborted()),
    two.live.open.get(),
    readAnew,
  ]).toEqual([true, true, true, 1])
})

test('events are read however they are cut', async () => {
  const whole =
    'data: one\r\n\r\n: comment\n\ndata: two\ndata: lines\n\nevent: x\n\ndata:é\n\ndata: never ended'
  const bytes = new TextEncoder().encode(whole)
  for (let size = 1; size < bytes.length; size++) {
    const found: string[] = []
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    })
    await readEvents(body, { onData: (data) => found.push(data), onBytes: () => undefined })
    expect(found).toEqual(['one', 'two\nlines', 'é'])
  }
})
