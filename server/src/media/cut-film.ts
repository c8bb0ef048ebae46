import { rm } from 'node:fs/promises'
import { filmInput, runFfmpeg } from './ffmpeg.ts'
import { defaultMediaLimits, filmTimeoutMs, type MediaLimits } from './media-limits.ts'
import { fitFilm, probeFilm, type FilmFacts } from './probe-film.ts'
import { RenditionError } from './rendition-error.ts'
import { toneMapping } from './tone-mapping.ts'

/** A part of a film that is made on demand. */
export interface FilmCutting {
  path: string
  outputPath: string
  /** Where it begins and the moment after its end, milliseconds. */
  startMs: number
  endMs: number
  /** How much after the film it may end: players and decoders differ about that, milliseconds. */
  toleranceMs: number
  /** It fits into a square of this side, never enlarged. */
  boxPx: number
  /** x264's constant quality, lower is better. */
  crf: number
  /** Most megabits per second of the picture. */
  maxMegabits: number
}

/** `beyond`: it would end after the film does, and nothing was made. */
export type CutOutcome = 'made' | 'beyond'

/** Hears how much of the work is done, from 0 to 1, as it goes on. */
export type OnProgress = (share: number) => void

/** Players know no more than this; slow motion of a phone has as many. */
const maxFramesPerSecond = 120
/** What a part takes of the time of an encoder, in lengths of it: 4K is encoded slower than it plays. */
const encodingPace = 4
/**
 * Each thread, and each frame that is looked ahead, holds frames: 4K takes 340 MB so, and 1080 MB as usual,
 * which is more than all workers may hold.
 * @source measured: ffmpeg 5.1, 3840 × 2160
 */
const slices = 'sliced-threads=1:sync-lookahead=0'
const lean = ['-filter_threads', '1', '-bf', '0', '-rc-lookahead', '4', '-x264-params', slices]

/** Where it is not known when frames begin, it is decoded from so far before, seconds. */
const usualRunUp = 1
/** Others are found by their bytes, not by key frames: some are decoded from so far before, seconds. */
const hasIndex = /mp4|matroska|avi|asf|flv|mxf/
const longRunUp = 15
/** Frames are written in another order than they are shown: so much more is looked through, seconds. */
const reordering = 1
/** Times are rounded on their way: a frame that begins so much after the start is the one meant, seconds. */
const rounding = 0.001

/**
 * Cuts a part out of a film, as MP4 of H.264 and AAC (stereo), index first. It is encoded again, so that it
 * begins with the very frame that a player shows at `startMs`, not at a key frame, and its sound at that
 * moment. Frames are as far apart as the film says, also where they varied. It carries no metadata.
 * @throws RenditionError `unsupported` without a moving picture, `broken` where there is none in this part,
 * and as {@link probeFilm}; nothing is left at `outputPath` then
 */
export async function cutFilm(
  request: FilmCutting,
  signal?: AbortSignal,
  onProgress?: OnProgress,
): Promise<CutOutcome> {
  const { path, outputPath } = request
  const limits = defaultMediaLimits
  try {
    const facts = await probeFilm(path, limits, signal)
    if (!facts.widthPx) throw new RenditionError('unsupported', 'The file contains no video.')
    const lastMs = facts.durationSeconds * 1000 + request.toleranceMs
    if (facts.durationSeconds > 0 && request.endMs > lastMs) return 'beyond'
    const from = await findFirstFrame(path, request.startMs / 1000, limits, signal)
    await writePart(request, facts, from, { signal, onProgress })
    const made = await probeFilm(outputPath, limits, signal).catch((error: unknown) => {
      // An output without a frame is no film to ffprobe.
      if (error instanceof RenditionError && error.code !== 'cancelled') return null
      throw error
    })
    if (!made?.widthPx)
      throw new RenditionError('broken', 'The file is damaged: this part of the video cannot be read.')
    return 'made'
  } catch (error) {
    await rm(outputPath, { force: true })
    throw error
  }
}

async function writePart(
  { path, outputPath, startMs, endMs, boxPx, crf, maxMegabits }: FilmCutting,
  facts: FilmFacts,
  fromSeconds: number,
  { signal, onProgress }: { signal: AbortSignal | undefined; onProgress: OnProgress | undefined },
): Promise<void> {
  const limits = defaultMediaLimits
  const { widthPx, heightPx } = fitFilm(facts, boxPx)
  const runUp = startMs / 1000 - fromSeconds
  const seconds = (endMs - startMs) / 1000
  const tone = await toneMapping(facts, limits, signal)
  // Of each moment the frame that had begun by then, as players show it, so also of the first.
  const rate = `fps=fps='min(source_fps,${maxFramesPerSecond})':round=up:start_time=0`
  const picture = `setpts=PTS-${(runUp + rounding).toFixed(6)}/TB,${rate},scale=${widthPx}:${heightPx},setsar=1,${tone}format=yuv420p`
  // Gaps, and sound that begins late, are silence.
  const sound = `atrim=start=${runUp.toFixed(6)},asetpts=PTS-${runUp.toFixed(6)}/TB,aresample=async=1:first_pts=0`
  const soundArgs = ['-map', '0:a:0', '-c:a', 'aac', '-b:a', '192k', '-ac', '2', '-af', sound]
  const part = ['-threads', '1', '-ss', fromSeconds.toFixed(6), '-t', (runUp + seconds).toFixed(6)]
  const encoder = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', String(crf), '-threads', '2', ...lean]
  const bounds = ['-maxrate', `${maxMegabits}M`, '-bufsize', `${2 * maxMegabits}M`]
  const file = ['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart', '-f', 'mp4']
  await runFfmpeg({
    timeoutMs: filmTimeoutMs(limits, (runUp + seconds) * encodingPace),
    signal,
    onOutput: onProgress && ((text) => reportProgress(text, seconds, onProgress)),
    args: [
      ...(onProgress ? ['-progress', 'pipe:1'] : []),
      ...part,
      ...filmInput(path, limits),
      '-map',
      '0:v:0',
      '-vf',
      picture,
      ...(facts.hasSound ? soundArgs : ['-an']),
      '-t',
      seconds.toFixed(3),
      ...encoder,
      ...bounds,
      ...file,
      '-y',
      `file:${outputPath}`,
    ],
  })
}

/** What ffmpeg prints of its progress: the last time that it wrote, in microseconds. */
function reportProgress(text: string, seconds: number, onProgress: OnProgress): void {
  const written = [...text.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1]
  if (written !== undefined) onProgress(Math.min(1, Number(written) / 1_000_000 / seconds))
}

/**
 * From where a film is decoded for a part that begins at a time, both in seconds from its beginning: a hair
 * before the frame that is shown at that time.
 */
async function findFirstFrame(
  path: string,
  seconds: number,
  limits: MediaLimits,
  signal: AbortSignal | undefined,
): Promise<number> {
  const probe = async (...args: string[]): Promise<FrameAnswer> => {
    const answer = await runFfmpeg({
      program: 'ffprobe',
      timeoutMs: limits.pictureTimeoutMs,
      signal,
      args: ['-print_format', 'json', ...args, ...filmInput(path, limits)],
    })
    return JSON.parse(answer.toString()) as FrameAnswer
  }
  const { format } = await probe('-show_entries', 'format=start_time,format_name')
  if (!hasIndex.test(format?.format_name ?? '')) return Math.max(0, seconds - longRunUp)
  const zero = Number(format?.start_time) || 0
  const at = zero + seconds
  const around = `${Math.max(0, at).toFixed(3)}%${Math.max(0, at + reordering).toFixed(3)}`
  const times = ['-select_streams', 'v:0', '-show_entries', 'packet=pts_time', '-read_intervals', around]
  const { packets = [] } = await probe(...times)
  const begun = packets
    .map(({ pts_time: begins }) => Number(begins))
    .filter((begins) => begins <= at + rounding)
  const from = begun.length > 0 ? Math.max(...begun) - zero - rounding / 2 : seconds - usualRunUp
  return Math.max(0, Math.min(from, seconds))
}

interface FrameAnswer {
  format?: { start_time?: string; format_name?: string }
  packets?: { pts_time?: string }[]
}
