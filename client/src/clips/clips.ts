import { calls, type ClipRange, type ClipSource } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import { wait } from '../clock.ts'

/** Which part of which film: milliseconds from its beginning, `endMs` not included. */
export interface Clip extends ClipRange {
  readonly object: string
  readonly id: number
  /** Default: `proxy`, what plays. */
  readonly source?: ClipSource
  /** Of a visitor's share. */
  readonly ticket?: string
}

/**
 * Parts of films as MP4 files.
 * @source decision 0235
 */
export interface Clips {
  /**
   * Has a clip made and waits until it is there. Aborting gives it up on the server, too. Meanwhile
   * `onProgress` hears how much of it is done, from 0 to 1.
   * @throws clip_range_refused, rendition_failed, rendition_not_found, too_many_clips, unavailable,
   * access_denied; `error.canceled`
   */
  prepare(
    clip: Clip,
    options?: { readonly signal?: AbortSignal; readonly onProgress?: (share: number) => void },
  ): Promise<{ readonly sizeBytes: number }>
  /** Where it is downloaded; at once after {@link prepare}. */
  urlOf(clip: Clip): string
  clear(): void
}

/** Between two questions of which each waits for it. */
const pauseMs = 500

/** Clips of a client. */
export const clipsOf = attach(createClips)

function createClips(client: Client): Clips {
  const inputOf = ({ id, ...clip }: Clip) => ({ ...clip, id: String(id) })
  return {
    async prepare(clip, { signal, onProgress } = {}) {
      for (;;) {
        const { isReady, sizeBytes, share } = await client.call(calls.prepareClip, inputOf(clip), { signal })
        if (isReady) return { sizeBytes: sizeBytes ?? 0 }
        if (share !== null) onProgress?.(share)
        await wait(client.options.clock, pauseMs, signal)
      }
    },
    urlOf: (clip) => client.urlOf(calls.getClip, inputOf(clip)),
    clear: () => undefined,
  }
}
