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
   * Has a clip made and waits until it is there. Aborting gives it up on the server, too.
   * @throws clip_range_refused, rendition_failed, rendition_not_found, too_many_clips, unavailable,
   * access_denied; `error.canceled`
   */
  prepare(clip: Clip, signal?: AbortSignal): Promise<{ readonly sizeBytes: number }>
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
    async prepare(clip, signal) {
      for (;;) {
        const { isReady, sizeBytes } = await client.call(calls.prepareClip, inputOf(clip), { signal })
        if (isReady) return { sizeBytes: sizeBytes ?? 0 }
        await wait(client.options.clock, pauseMs, signal)
      }
    },
    urlOf: (clip) => client.urlOf(calls.getClip, inputOf(clip)),
    clear: () => undefined,
  }
}
