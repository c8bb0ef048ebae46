import { ApiError, clipProblem, type ClipRange } from '@cartouche/contract'
import type { FakeLibrary } from './fake-library.ts'
import type { FakeHandlers } from './fake-routes.ts'

/** How long every film of the fake library is, milliseconds. */
const durationMs = 600_000

/** Clips of the fake server: of every asset, as if each were a film; each is there at the second question. */
export function clipHandlers(library: FakeLibrary): FakeHandlers {
  const made = new Set<string>()
  const ask = ({ object, id, ...clip }: ClipRange & { readonly object: string; readonly id: string }) => {
    const entity = library.get(object.toLowerCase(), Number(id))
    const problem = clipProblem(clip, durationMs)
    if (problem) throw new ApiError('clip_range_refused', { problem })
    const key = JSON.stringify([entity.id, clip])
    const isReady = made.has(key)
    made.add(key)
    return isReady
  }
  return {
    prepareClip(input) {
      const isReady = ask(input)
      return { isReady, sizeBytes: isReady ? input.endMs - input.startMs : null, share: isReady ? 1 : 0.5 }
    },
    getClip: (input) =>
      ask(input)
        ? new Response('bytes', { headers: { 'content-type': 'video/mp4' } })
        : new Response(null, { status: 202 }),
  }
}
