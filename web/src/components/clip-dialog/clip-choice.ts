import { maxClipMs, type ClipRange, type ClipSource } from '@cartouche/client'

/** A file of an asset, as the server lists it. */
export interface ListedFile {
  readonly name: string
  readonly width: number | null
  readonly height: number | null
  /** Bytes; null while it has not been made. */
  readonly filesize: number | null
}

/** The part that is offered first: the whole film, or as much of its beginning as a clip may have. */
export function firstRange(durationMs: number): ClipRange {
  return { startMs: 0, endMs: Math.min(durationMs, maxClipMs) }
}

/** The part with another start; where it ended before, it goes on to the end of the film. */
export function startingAt({ endMs }: ClipRange, startMs: number, durationMs: number): ClipRange {
  return { startMs, endMs: endMs > startMs ? endMs : Math.min(durationMs, startMs + maxClipMs) }
}

/** The part with another end; where it began after, it begins with the film. */
export function endingAt({ startMs }: ClipRange, endMs: number): ClipRange {
  return { startMs: startMs < endMs ? startMs : Math.max(0, endMs - maxClipMs), endMs }
}

/** What a clip is encoded with at most, bytes in a second, picture and sound. @source decision 0235 */
const mostBytes: Readonly<Record<ClipSource, number>> = { proxy: 775_000, original: 2_525_000 }

/** About how large a clip is, bytes, by the file that it is cut of; null where that is not known. */
export function estimateBytes(
  files: readonly ListedFile[],
  source: ClipSource,
  { startMs, endMs }: ClipRange,
  durationMs: number,
): number | null {
  const size = files.find(({ name }) => name.replace(/_w$/, '') === source)?.filesize
  if (!size || durationMs <= 0) return null
  const seconds = (endMs - startMs) / 1000
  return Math.round(Math.min((size / durationMs) * 1000, mostBytes[source]) * seconds)
}
