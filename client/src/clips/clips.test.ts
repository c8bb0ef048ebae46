import { expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { clipsOf } from './clips.ts'

test('a clip is waited for until it is there, and has an address', async () => {
  const { client, server } = await createFakeClient({ clock: systemClock })
  const id = server.library.list('asset')[0]?.id ?? 0
  const clip = { object: 'asset', id, startMs: 1500, endMs: 4000, source: 'original' } as const
  const clips = clipsOf(client)
  const shares: number[] = []
  const onProgress = (share: number): unknown => shares.push(share)
  expect(await clips.prepare(clip, { onProgress })).toEqual({ sizeBytes: 2500 })
  expect(shares).toEqual([0.5])
  expect(clips.urlOf(clip)).toMatch(
    new RegExp(`/wedia/dam/clip/asset/${id}\\?startMs=1500&endMs=4000&source=original$`),
  )
  await expect(clips.prepare({ ...clip, endMs: 1500 })).rejects.toMatchObject({
    code: 'clip_range_refused',
    data: { problem: 'end_before_start' },
  })
  const leaving = new AbortController()
  const waiting = clips.prepare({ ...clip, endMs: 5000 }, { signal: leaving.signal })
  leaving.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'error.canceled' })
  client.session.dispose()
})
