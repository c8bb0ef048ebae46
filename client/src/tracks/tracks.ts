import {
  ApiError,
  calls,
  maxTrackBytes,
  type CallAnswer,
  type CallParameters,
} from '@cartouche/contract/wire'
import type { Client } from '../client.ts'
import { readsOf } from '../transport/reads.ts'

export type MediaTrack = CallAnswer<typeof calls.listTracks>[number]
type Reference = 'object' | 'id' | 'track'
export type TrackOptions = Omit<CallParameters<typeof calls.uploadTrack>, Reference>
export type TrackChange = Omit<CallParameters<typeof calls.updateTrack>, Reference>

/**
 * Subtitles, captions and chapters of films and recordings. After each change, lists that were read are read
 * again.
 * @source decision 0183
 */
export interface Tracks {
  /** In the order in which they came. */
  list(object: string, id: number): Promise<readonly MediaTrack[]>
  /**
   * Sends an SRT or WebVTT file; with `replaces`, in the place of that track’s text.
   * @throws track_unreadable, track_not_playable, tracks_full; upload_too_large without sending it
   */
  upload(object: string, id: number, file: File, options?: TrackOptions): Promise<MediaTrack>
  update(object: string, id: number, track: number, change: TrackChange): Promise<MediaTrack>
  remove(object: string, id: number, track: number): Promise<void>
}

/** Tracks of a client. */
export function tracksOf(client: Client): Tracks {
  const changed = <T>(answer: T): T => {
    readsOf(client).invalidate(calls.listTracks)
    return answer
  }
  return {
    list: (object, id) => client.call(calls.listTracks, { object, id: String(id) }),
    async upload(object, id, file, options = {}) {
      if (file.size > maxTrackBytes) throw new ApiError('upload_too_large', { maxSizeBytes: maxTrackBytes })
      const form = new FormData()
      form.append('file', file, file.name)
      return changed(await client.call(calls.uploadTrack, { ...options, object, id: String(id) }, { form }))
    },
    update: async (object, id, track, change) =>
      changed(await client.call(calls.updateTrack, { ...change, object, id: String(id), track })),
    async remove(object, id, track) {
      changed(await client.call(calls.deleteTrack, { object, id: String(id), track }))
    },
  }
}
