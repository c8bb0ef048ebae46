import type { RenditionRecipe } from './rendition-recipes.ts'

/** What decides in which sizes a film is made. */
export interface LadderFacts {
  /** As displayed; null where unknown. */
  readonly widthPx: number | null
  readonly heightPx: number | null
  readonly durationSeconds: number | null
}

/** One size of a film that is played adaptively. */
export interface Rung extends RenditionRecipe {
  /** Its lines where it is 16:9, by which people know it: 720. */
  readonly lines: number
}

const rung = (lines: number, boxPx: number, maxKilobits: number): Rung => ({
  name: `film-${lines}`,
  version: 1,
  kind: 'rung',
  mediaType: 'video/mp4',
  extension: 'mp4',
  boxPx,
  quality: 23,
  maxKilobits,
  watermark: false,
  lines,
})
/** Small to large. */
const rungs = [rung(360, 640, 900), rung(540, 960, 1800), rung(720, 1280, 3200), rung(1080, 1920, 6000)]

/** A shorter film has arrived whole before a player would have changed to another size. */
const shortestSeconds = 20

/**
 * The sizes in which a film is made for players that change between them, small to large, none larger than
 * the film. None for a film that is short, or so small that there would be one.
 * @source decision 0248
 */
export function ladderOf({ widthPx, heightPx, durationSeconds }: LadderFacts): readonly Rung[] {
  const sidePx = Math.max(widthPx ?? 0, heightPx ?? 0)
  const fitting = rungs.filter(({ boxPx }) => boxPx !== null && boxPx <= sidePx)
  return (durationSeconds ?? 0) < shortestSeconds || fitting.length < 2 ? [] : fitting
}

/** What is asked for of a film that is played adaptively. */
export type LadderFile =
  | { readonly kind: 'master' }
  | { readonly kind: 'playlist' | 'film'; readonly lines: number }

/** The playlist of all sizes. */
export const masterPlaylist = 'film.m3u8'
/** The playlist of one size, and its bytes, beside the other. */
export const playlistOf = (lines: number): string => `film-${lines}.m3u8`
export const fileOf = (lines: number): string => `film-${lines}.mp4`

/** Which file of an adaptive film a name is, or undefined where it is none. */
export function ladderFileOf(name: string): LadderFile | undefined {
  if (name === masterPlaylist) return { kind: 'master' }
  const [, lines, extension] = /^film-(\d{3,4})\.(m3u8|mp4)$/.exec(name) ?? []
  return lines === undefined
    ? undefined
    : { kind: extension === 'mp4' ? 'film' : 'playlist', lines: Number(lines) }
}
