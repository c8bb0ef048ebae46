import { expect, test } from 'vitest'
import { calls } from '@cartouche/contract/wire'
import { settle } from '../testing/fake-clock.ts'
import { openLiveWorld } from '../testing/live-world.ts'
import { readsOf } from '../transport/reads.ts'
import { postersOf } from './posters.ts'

test('a picture that is chosen has another address, and what is shown of it is read again', async () => {
  const { client } = await openLiveWorld()
  const posters = postersOf(client)
  const shown = readsOf(client).observe(calls.getPoster, { object: 'asset', id: '1' })
  let renders = 0
  const stops = [shown.subscribe(() => undefined), posters.subscribe(() => renders++)]
  await settle()
  expect([posters.revisionOf('asset', 1), shown.get().data]).toEqual([undefined, { poster: null }])
  expect(await posters.set('asset', 1, { timeMs: 4000 })).toEqual({ poster: { timeMs: 4000 }, former: null })
  await settle()
  expect(shown.get().data).toEqual({ poster: { timeMs: 4000 } })
  const first = posters.revisionOf('asset', 1)
  expect([typeof first, renders, posters.revisionOf('asset', 2)]).toEqual(['string', 1, undefined])
  expect((await posters.set('asset', 1, null)).former).toEqual({ timeMs: 4000 })
  expect(posters.revisionOf('asset', 1)).not.toBe(first)
  for (const stop of stops) stop()
})

test('what others choose is heard of while somebody listens', async () => {
  const { client, streams } = await openLiveWorld()
  const posters = postersOf(client)
  const stop = posters.watch()
  await settle()
  await streams[0]?.send(`data: ${JSON.stringify({ kind: 'picture', resource: 'asset', id: 7 })}\n\n`)
  expect([posters.get(), typeof posters.revisionOf('asset', 7)]).toEqual([1, 'string'])
  stop()
  await settle()
  expect(streams[0]?.isAborted()).toBe(true)
  await client.session.signOut()
  expect(posters.revisionOf('asset', 7)).toBeUndefined()
})
