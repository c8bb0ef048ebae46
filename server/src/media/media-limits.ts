/**
 * Bounds within which files of strangers are decoded. What lies outside is refused with its reason, never
 * tried.
 */
export interface MediaLimits {
  /** Most pixels of one picture, width × height; more is `too_many_pixels`. */
  maxPixels: number
  /**
   * Most pixels where the decoder holds the picture whole, at {@link heldBytesUsual} a pixel: those that need
   * less may have more.
   */
  maxHeldPixels: number
  /** Most bytes of a file that must be held in memory whole to be decoded (HEIC, PSD). */
  maxWholeFileBytes: number
  /** Most bytes of an SVG drawing. */
  maxSvgBytes: number
  /** Longest decoding of one picture or page. */
  pictureTimeoutMs: number
  /** Longest writing of one picture in full size. */
  fullSizeTimeoutMs: number
  /**
   * Longest work on one film; for long films the length of the film counts instead, see {@link
   * filmTimeoutMs}.
   */
  filmTimeoutMs: number
  /** Longest drawing of one page of a document by LibreOffice; an inspection has 5 s more for the rest. */
  documentTimeoutMs: number
  /** Longest drawing of all pages of a document by LibreOffice, for which somebody waits. */
  pagesTimeoutMs: number
  /** Longest reading of the words of a document: those that were read by then count. */
  wordsTimeoutMs: number
}

/**
 * What a decoder that holds a picture whole takes of memory for a pixel.
 * @source measured: progressive JPEG without subsampling 6, AVIF and GIF below
 */
export const heldBytesUsual = 6

/**
 * Pictures that are decoded row by row take some 200 MB of a worker whatever their size: 250 megapixels are a
 * matter of time alone, some 10 seconds. Of what is held whole, 80 megapixels let every camera of 61 MP in,
 * and at 6 bytes a pixel take 480 MB of the memory of all workers.
 * @source decision 0132
 */
export const defaultMediaLimits: MediaLimits = {
  maxPixels: 250_000_000,
  maxHeldPixels: 80_000_000,
  maxWholeFileBytes: 512 * 1024 * 1024,
  maxSvgBytes: 20 * 1024 * 1024,
  pictureTimeoutMs: 15_000,
  fullSizeTimeoutMs: 100_000,
  filmTimeoutMs: 120_000,
  documentTimeoutMs: 15_000,
  pagesTimeoutMs: 90_000,
  wordsTimeoutMs: 90_000,
}

const longestFilmMs = 4 * 3_600_000

/**
 * How long the making of one film rendition may take: the limit, or three times the length of the film where
 * that is longer; four hours at most, as a film may say of itself that it is as long as it likes.
 */
export function filmTimeoutMs(limits: MediaLimits, durationSeconds: number): number {
  return Math.min(longestFilmMs, Math.max(limits.filmTimeoutMs, durationSeconds * 3000))
}

/**
 * Longest that a worker may have one job of each kind, whatever its decoder does: then it is killed. The
 * bounds above end the work in order before that, where the decoder lets them. An inspection is tried twice
 * at most, and once more without decoding: within a minute.
 */
export const jobTimeoutMs = {
  inspect: 20_000,
  inspectUndecoded: 10_000,
  picture: 120_000,
  fingerprint: 20_000,
  film: longestFilmMs + 60_000,
  writeTags: 60_000,
  words: 120_000,
} as const

/**
 * What the one worker more takes of it that makes sizes of films.
 * @source measured: 354 MB of ffmpeg for 1080 lines of a film of 3840 × 2160
 */
export const spareMemoryBytes = 450 * 1024 * 1024

/**
 * Most memory of all media workers and what they start.
 * @source measured: 12-megapixel HEIC takes 260 MB, a worker that waits 90 MB
 */
export const workersMaxMemoryBytes = 850 * 1024 * 1024
