import { ApiError, maxTracks, type Track } from '@cartouche/contract'
import type { FakeLibrary } from './fake-library.ts'
import type { FakeHandlers } from './fake-routes.ts'

/** Tracks of the fake server: assets with an even number are films, the others photographs. */
export function trackHandlers(library: FakeLibrary): FakeHandlers {
  const kept = new Map<number, Track[]>()
  let last = 0
  const assetOf = ({ object, id }: { readonly object: string; readonly id: string }): number =>
    library.get(object.toLowerCase(), Number(id)).id
  const listOf = (asset: number): Track[] => kept.get(asset) ?? []
  const find = (asset: number, id: number): Track => {
    const found = listOf(asset).find((track) => track.id === id)
    if (!found) throw new ApiError('track_not_found')
    return found
  }
  const put = (asset: number, track: Track): Track => {
    const others = listOf(asset).filter(({ id }) => id !== track.id)
    kept.set(
      asset,
      [...others, track].toSorted((a, b) => a.id - b.id),
    )
    return track
  }
  return {
    listTracks: (input) => listOf(assetOf(input)),
    getTrack(input) {
      find(assetOf(input), input.track)
      return new Response('WEBVTT\n', { headers: { 'content-type': 'text/vtt; charset=utf-8' } })
    },
    async uploadTrack({ kind, language, label, replaces, ...input }, _identity, form) {
      const asset = assetOf(input)
      if (asset % 2 === 1) throw new ApiError('track_not_playable')
      const file = [...(form?.values() ?? [])].find((value) => typeof value !== 'string')
      if (file === undefined || file.size === 0) throw new ApiError('upload_empty')
      const cues = (await file.text()).split('-->').length - 1
      if (cues === 0) throw new ApiError('track_unreadable')
      if (replaces === undefined && listOf(asset).length >= maxTracks)
        throw new ApiError('tracks_full', { max: maxTracks })
      const id = replaces === undefined ? ++last : find(asset, replaces).id
      return put(asset, {
        id,
        kind,
        language,
        label,
        cues,
        origin: 'upload',
        fileName: file.name,
        createdAt: '2026-01-01T00:00:00.000Z',
        url: `/api/wedia/dam/tracks/asset/${asset}/${id}`,
      })
    },
    updateTrack({ track, kind, language, label, ...input }) {
      const asset = assetOf(input)
      const before = find(asset, track)
      return put(asset, {
        ...before,
        kind: kind ?? before.kind,
        language: language ?? before.language,
        label: label ?? before.label,
      })
    },
    deleteTrack({ track, ...input }) {
      const asset = assetOf(input)
      find(asset, track)
      kept.set(
        asset,
        listOf(asset).filter(({ id }) => id !== track),
      )
      return { deleted: true }
    },
  }
}
