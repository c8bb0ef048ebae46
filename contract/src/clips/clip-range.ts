/** What a clip can be cut of: what plays, at most 1280 pixels, or the original. */
export const clipSources = ['proxy', 'original'] as const
export type ClipSource = (typeof clipSources)[number]

/** Longest and shortest clip, milliseconds. */
export const maxClipMs = 10 * 60_000
export const minClipMs = 100

/** What players and decoders may differ by about the length of a film, milliseconds. */
export const clipToleranceMs = 250

/** A part of a film: from `startMs` up to, not including, `endMs`. */
export interface ClipRange {
  readonly startMs: number
  readonly endMs: number
}

/** Why a part of a film cannot be cut. */
export type ClipProblem = 'end_before_start' | 'too_short' | 'too_long' | 'end_after_film'

/**
 * What is wrong with a part of a film; undefined: nothing.
 * @param durationMs of the film; null where it is not known
 */
export function clipProblem(
  { startMs, endMs }: ClipRange,
  durationMs: number | null,
): ClipProblem | undefined {
  if (startMs >= endMs) return 'end_before_start'
  if (durationMs !== null && endMs > durationMs + clipToleranceMs) return 'end_after_film'
  if (endMs - startMs < minClipMs) return 'too_short'
  return endMs - startMs > maxClipMs ? 'too_long' : undefined
}
