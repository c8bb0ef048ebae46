import { expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { clipsOf } from './clips.ts'

test('a clip is waited for until it is there, and has an address', async () => {
  const { client, server } = await createFakeClient({ clock: systemClock })
  const id = server.library.list('asset')[0]?.id ?? 0
  const clip = { object: 'asset', id, startMs: 1500, endMs: 4000, source: 'original' } as const
  const clips = clipsOf(client)
  expect(await clips.prepare(clip)).toEqual({ sizeBytes: 2500 })
  expect(clips.urlOf(clip)).toMatch(
    new RegExp(`/wedia/dam/clip/asset/${id}\\?startMs=1500&endMs=4000&source=original$`),
  )
  await expect(clips.prepare({ ...clip, endMs: 1500 })).rejects.toMatchObject({
    code: 'clip_range_refused',
    data: { problem: 'end_before_start' },
  })
  const leaving = new AbortController()
  const waiting = clips.prepare({ ...clip, endMs: 5000 }, leaving.signal)
  leaving.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'error.canceled' })
  client.session.dispose()
})
