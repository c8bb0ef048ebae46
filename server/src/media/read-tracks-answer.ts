import { maxTracks, trackKinds } from '@cartouche/contract'
import { z } from 'zod'
import { RenditionError } from './rendition-error.ts'
import type { EmbeddedTracks } from './read-embedded-tracks.ts'

const Answer = z.object({
  tracks: z
    .array(
      z.object({
        kind: z.enum(trackKinds),
        language: z.string().max(35),
        label: z.string().max(100),
        text: z.string(),
      }),
    )
    .max(maxTracks),
  left: z.number(),
})

/** Tracks as a worker sends them, which a file may have taken over. @throws RenditionError `crashed` */
export function readTracksAnswer(value: unknown): EmbeddedTracks {
  const answer = Answer.safeParse(value)
  if (answer.success) return answer.data
  throw new RenditionError('crashed', 'The decoder gave no subtitles.')
}
