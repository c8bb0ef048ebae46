import { expect, test } from 'vitest'
import { calls } from '@cartouche/contract/wire'
import { systemClock } from '../clock.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { settle } from '../testing/fake-clock.ts'
import { openLiveWorld } from '../testing/live-world.ts'
import { readsOf } from '../transport/reads.ts'
import { postersOf } from './posters.ts'

test('a picture that is chosen has another address, and what is shown of it is read again', async () => {
  const { client, server } = await createFakeClient({ clock: systemClock })
  const id = server.library.list('asset')[0]?.id ?? 0
  const posters = postersOf(client)
  const shown = readsOf(client).observe(calls.getPoster, { object: 'asset', id: String(id) })
  let renders = 0
  const stops = [shown.subscribe(() => undefined), posters.subscribe(() => renders++)]
  await expect.poll(() => shown.get().data).toEqual({ poster: null })
  expect(posters.revisionOf('asset', id)).toBeUndefined()
  expect(await posters.set('asset', id, { timeMs: 4000 })).toEqual({ poster: { timeMs: 4000 }, former: null })
  await expect.poll(() => shown.get().data).toEqual({ poster: { timeMs: 4000 } })
  const first = posters.revisionOf('asset', id)
  expect([typeof first, renders, posters.revisionOf('asset', 0)]).toEqual(['string', 1, undefined])
  expect((await posters.set('asset', id, null)).former).toEqual({ timeMs: 4000 })
  expect(posters.revisionOf('asset', id)).not.toBe(first)
  for (const stop of stops) stop()
  client.session.dispose()
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
