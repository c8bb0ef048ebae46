import { maxTrackBytes } from '@cartouche/contract'
import { expect, test } from 'vitest'
import { calls } from '@cartouche/contract/wire'
import { systemClock } from '../clock.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { readsOf } from '../transport/reads.ts'
import { tracksOf } from './tracks.ts'

const srt = new File(['00:00:01,000 --> 00:00:02,000\ntext'], 'film.fr.srt')

const open = async () => {
  const { client, server } = await createFakeClient({ clock: systemClock })
  const [film = 0, photograph = 0] = [0, 1].map(
    (rest) => server.library.list('asset').find(({ id }) => id % 2 === rest)?.id ?? 0,
  )
  return { client, server, tracks: tracksOf(client), film, photograph }
}

test('D1.13 tracks are added, listed, replaced, changed and removed; lists that are shown are read again', async () => {
  const { client, tracks, film } = await open()
  const shown = readsOf(client).observe(calls.listTracks, { object: 'asset', id: String(film) })
  const stop = shown.subscribe(() => undefined)
  await expect.poll(() => shown.get().data).toEqual([])
  const added = await tracks.upload('asset', film, srt, { language: 'fr' })
  expect(added).toMatchObject({ kind: 'subtitles', language: 'fr', label: '', cues: 1 })
  await expect.poll(() => shown.get().data).toEqual([added])
  const replaced = await tracks.upload('asset', film, srt, { replaces: added.id, kind: 'captions' })
  expect(replaced).toMatchObject({ id: added.id, kind: 'captions', language: 'und' })
  const changed = await tracks.update('asset', film, added.id, { label: 'Original' })
  expect(changed).toMatchObject({ kind: 'captions', label: 'Original' })
  expect(await tracks.list('asset', film)).toEqual([changed])
  await tracks.remove('asset', film, added.id)
  await expect.poll(() => shown.get().data).toEqual([])
  stop()
  client.session.dispose()
})

test('what is too large is not sent; what is no subtitles, or of no film, is refused', async () => {
  const { client, server, tracks, film, photograph } = await open()
  const sent = server.requests.length
  const large = new File([new Uint8Array(maxTrackBytes + 1)], 'large.srt')
  await expect(tracks.upload('asset', film, large)).rejects.toMatchObject({ code: 'upload_too_large' })
  expect(server.requests).toHaveLength(sent)
  const text = new File(['a text'], 'film.srt')
  await expect(tracks.upload('asset', film, text)).rejects.toMatchObject({ code: 'track_unreadable' })
  await expect(tracks.upload('asset', photograph, srt)).rejects.toMatchObject({ code: 'track_not_playable' })
  await expect(tracks.remove('asset', film, 99)).rejects.toMatchObject({ code: 'track_not_found' })
  client.session.dispose()
})
