import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@cartouche/contract'
import { expect, test } from 'vitest'
import { createCrowdLimit, type CrowdLimit, type CrowdRank } from './limit-crowds.ts'

const logged: object[] = []
const log = { warn: (data: object): void => void logged.push(data) }
const here = new AbortController().signal

function limitOf(options: Partial<Parameters<typeof createCrowdLimit>[0]> = {}): CrowdLimit {
  return createCrowdLimit({ log, delayMs: () => 0, atOnce: 2, ...options })
}

/** Works that end when they are let go, and who has begun. */
function crowdIn(limit: CrowdLimit) {
  const begun: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    come: (rank: CrowdRank, name: string, signal = here) =>
      limit(rank, signal, async () => {
        begun.push(name)
        await new Promise<void>((resolve) => {
          ends.push(resolve)
        })
        return name
      }),
    letGo: async () => {
      ends.shift()?.()
      await sleep(1)
    },
  }
}

test('so many at once; whoever has begun goes before who is inside, and both before who comes', async () => {
  const crowd = crowdIn(limitOf())
  const all = (['arriving', 'arriving', 'arriving', 'inside', 'begun'] as const).map((rank, at) =>
    crowd.come(rank, `${at} ${rank}`),
  )
  await sleep(1)
  expect(crowd.begun).toEqual(['0 arriving', '1 arriving'])
  for (let end = 0; end < 5; end++) await crowd.letGo()
  expect(crowd.begun.slice(2)).toEqual(['4 begun', '3 inside', '2 arriving'])
  expect(await Promise.all(all)).toHaveLength(5)
})

test('whoever would wait for too long is refused at once, each with a later moment to come back; whoever is inside may wait', async () => {
  // 2 ms from one to the next until they are seen: 1000 wait for 2 s.
  const crowd = crowdIn(limitOf())
  const leaving = new AbortController()
  const running = [crowd.come('arriving', 'one'), crowd.come('arriving', 'two')]
  const waiting = Promise.allSettled(
    Array.from({ length: 1000 }, (_, at) => crowd.come('arriving', String(at), leaving.signal)),
  )
  const refused = await Promise.allSettled(
    Array.from({ length: 2000 }, (_, at) => crowd.come('arriving', `late ${at}`)),
  )
  const seconds = refused.map((one) => one.status === 'rejected' && (one.reason as ApiError).data['seconds'])
  // 2000 of two turns of 2 ms: over eight seconds.
  expect([seconds[0], seconds.at(-1)]).toEqual([3, 10])
  expect(refused.every((one) => one.status === 'rejected' && one.reason instanceof ApiError)).toBe(true)
  expect(logged).toHaveLength(1)
  const inside = crowd.come('inside', 'inside')
  leaving.abort(new Error('left'))
  expect(new Set((await waiting).map(({ status }) => status))).toEqual(new Set(['rejected']))
  for (let end = 0; end < 3; end++) await crowd.letGo()
  expect(await Promise.all([...running, inside])).toEqual(['one', 'two', 'inside'])
})

test('whoever waits and is too late after all is refused then', async () => {
  const crowd = crowdIn(limitOf({ maxWaitMs: { begun: 6000, inside: 60, arriving: 60 } }))
  const running = [crowd.come('arriving', 'one'), crowd.come('arriving', 'two')]
  await expect(crowd.come('inside', 'late')).rejects.toMatchObject({ code: 'server_busy' })
  const next = crowd.come('begun', 'next')
  for (let end = 0; end < 3; end++) await crowd.letGo()
  expect(await Promise.all([...running, next])).toEqual(['one', 'two', 'next'])
  expect(crowd.begun).toEqual(['one', 'two', 'next'])
})

test('where everything stands still, who comes is not let wait', async () => {
  const crowd = crowdIn(limitOf({ maxWaitMs: { begun: 6000, inside: 6000, arriving: 1000 } }))
  const running = [crowd.come('arriving', 'one'), crowd.come('arriving', 'two')]
  await sleep(2100)
  const startedMs = performance.now()
  await expect(crowd.come('arriving', 'three')).rejects.toMatchObject({ code: 'server_busy' })
  expect(performance.now() - startedMs).toBeLessThan(900)
  const inside = crowd.come('inside', 'inside')
  for (let end = 0; end < 3; end++) await crowd.letGo()
  expect(await Promise.all([...running, inside])).toHaveLength(3)
})

test('a process that is late for everything lets nobody come', async () => {
  const limit = limitOf({ delayMs: () => 500, maxWaitMs: { begun: 6000, inside: 600, arriving: 400 } })
  await expect(limit('arriving', here, async () => 1)).rejects.toMatchObject({ code: 'server_busy' })
  expect(await limit('inside', here, async () => 1)).toBe(1)
})
