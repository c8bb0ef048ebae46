import { expect, test } from 'vitest'
import { createFakeClient } from '../testing/fake-client.ts'
import { settle } from '../testing/fake-clock.ts'
import { openLiveWorld } from '../testing/live-world.ts'
import { reviewsOf } from './reviews.ts'

test('counts are unknown until they are read, and forgotten with the person', async () => {
  const { client } = await createFakeClient()
  const reviews = reviewsOf(client)
  expect(reviews.get()).toBeNull()
  await reviews.refresh()
  expect(reviews.get()).toEqual({ toReview: 0, rejected: 0, threads: 0 })
  await client.session.signOut()
  await settle()
  expect(reviews.get()).toBeNull()
})

test('however many look, one asks; an event has it read again, and nobody asks once all are gone', async () => {
  const { client, server, streams } = await openLiveWorld()
  const reviews = reviewsOf(client)
  const stops = [reviews.watch(), reviews.watch()]
  await settle()
  const asked = (): number => server.requests.filter((one) => one.includes('/rest/todo')).length
  expect(asked()).toBe(1)
  await streams[0]?.send('data: {"kind":"todo"}\n\n')
  await settle()
  expect(asked()).toBe(2)
  for (const stop of stops) stop()
  await settle()
  expect(streams[0]?.isAborted()).toBe(true)
})
