import { expect, test } from 'vitest'
import { calls, type ErrorCode } from '@cartouche/contract/wire'
import type { Ask } from './contract-search.ts'

type Refused = (work: Promise<unknown>, code: ErrorCode) => Promise<void>

/** What the contract says of the tracks of media. */
export function trackSuite(call: Ask, refused: Refused, assetIds: () => readonly number[]): void {
  const one = (): { object: string; id: string } => ({ object: 'asset', id: String(assetIds()[0] ?? 0) })
  const nothing = { object: 'asset', id: '999999999' }
  const form = (): FormData => {
    const file = new FormData()
    file.append('file', new File(['00:00:01,000 --> 00:00:02,000\ntext'], 'film.fr.srt'))
    return file
  }
  test('D1.13 tracks of a media are listed, whether it is a Live Photo, and no words inside a picture; one that is not there is refused by every call', async () => {
    expect(await call(calls.listTracks, one())).toEqual([])
    await refused(call(calls.listTracks, nothing), 'entity_not_found')
    expect(await call(calls.getLivePhoto, one())).toEqual({ plays: false, parts: [] })
    await refused(call(calls.getLivePhoto, nothing), 'entity_not_found')
    const inside = { state: 'none', isComplete: true, problem: null, found: [] }
    expect(await call(calls.getDocumentWords, { ...one(), fulltext: 'a' })).toEqual(inside)
    await refused(call(calls.getDocumentWords, nothing), 'entity_not_found')
    const track = 999_999_999
    await refused(call(calls.getTrack, { ...one(), track }), 'track_not_found')
    await refused(call(calls.updateTrack, { ...one(), track, label: 'x' }), 'track_not_found')
    await refused(call(calls.deleteTrack, { ...one(), track }), 'track_not_found')
    await refused(call(calls.uploadTrack, nothing, { form: form() }), 'entity_not_found')
    const wrong = { ...one(), language: 'no language' }
    await refused(call(calls.uploadTrack, wrong, { form: form() }), 'invalid_parameter')
  })
}
