import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filmInput, runFfmpeg } from './ffmpeg.ts'
import { filmTimeoutMs, type MediaLimits } from './media-limits.ts'
import { fitFilm, probeFilm, type FilmFacts } from './probe-film.ts'
import { RenditionError } from './rendition-error.ts'
import { toneMapping } from './tone-mapping.ts'
import { watermarkPicture } from './watermark.ts'

/** One rendition of a film. */
export interface FilmRequest {
  path: string
  outputPath: string
  facts: FilmFacts
  /** The film fits into a square of this side. */
  boxPx: number
  /** x264's constant quality, lower is better. */
  crf: number
  /** Most kilobits per second of the picture. Default: 4000. */
  maxKilobits?: number | undefined
  /** Null: clean. */
  watermarkText: string | null
  limits: MediaLimits
  signal?: AbortSignal | undefined
}

/** A film for players in browsers: MP4, H.264 and AAC, index first. */
export async function makeProxy(request: FilmRequest): Promise<{ widthPx: number; heightPx: number }> {
  return makeFilm(request, [{ fromSeconds: 0, lengthSeconds: null }], {
    sound: stereo,
    maxFramesPerSecond: 60,
    layout: indexFirst,
  })
}

/**
 * A film in fragments of {@link fragmentSeconds}, each of which begins with a key frame: players change
 * between sizes of it there. Its index of fragments (`sidx`) stands before the first of them.
 * @source ISO/IEC 14496-12 §8.16.3; ISO/IEC 23000-19 (CMAF)
 */
export async function makeRung(request: FilmRequest): Promise<{ widthPx: number; heightPx: number }> {
  return makeFilm(request, [{ fromSeconds: 0, lengthSeconds: null }], {
    sound: stereo,
    maxFramesPerSecond: 60,
    layout: inFragments,
    niceness: 19,
  })
}

/** Apple counsels six; shorter ones follow a changing line sooner, and cost a request each. */
const fragmentSeconds = 4
const stereo = ['-map', '0:a:0?', '-c:a', 'aac', '-b:a', '128k', '-ac', '2']
const indexFirst = ['-movflags', '+faststart']
const inFragments = [
  '-force_key_frames',
  `expr:gte(t,n_forced*${fragmentSeconds})`,
  // No other key frames: fragments end at each, and have to be the same in all sizes.
  '-sc_threshold',
  '0',
  '-g',
  '1000',
  '-movflags',
  '+frag_keyframe+empty_moov+default_base_moof+negative_cts_offsets+global_sidx',
]

const firstSeconds: Glimpse[] = [{ fromSeconds: 0, lengthSeconds: 6 }]

/**
 * A short, silent film for the hover: five glimpses of a second from all over a film of more than 12 seconds,
 * else the six seconds in its middle; its first six where the file ends long before its index says.
 */
export async function makeHover(request: FilmRequest): Promise<{ widthPx: number; heightPx: number }> {
  const { durationSeconds } = request.facts
  const glimpses: Glimpse[] =
    durationSeconds > 12
      ? [0.08, 0.28, 0.48, 0.68, 0.88].map((part) => ({
          fromSeconds: durationSeconds * part,
          lengthSeconds: 1.2,
        }))
      : [{ fromSeconds: Math.max(0, (durationSeconds - 6) / 2), lengthSeconds: 6 }]
  const size = await makeFilm(request, glimpses, silent)
  return (await showsSomething(request)) ? size : makeFilm(request, firstSeconds, silent)
}

const silent: Encoding = { sound: ['-an'], maxFramesPerSecond: 15, layout: indexFirst }

async function showsSomething({ outputPath, limits, signal }: FilmRequest): Promise<boolean> {
  const made = await probeFilm(outputPath, limits, signal).catch((error: unknown) => {
    // An output without a frame is no film to ffprobe.
    if (error instanceof RenditionError && (error.code === 'broken' || error.code === 'truncated'))
      return null
    throw error
  })
  return made !== null && made.widthPx !== null && made.durationSeconds > 0
}

interface Encoding {
  /** Arguments of ffmpeg. */
  readonly sound: readonly string[]
  readonly layout: readonly string[]
  readonly maxFramesPerSecond: number
  /** As {@link ProgramRun}. */
  readonly niceness?: number
}

interface Glimpse {
  fromSeconds: number
  lengthSeconds: number | null
}

async function makeFilm(
  request: FilmRequest,
  glimpses: Glimpse[],
  { sound, layout, maxFramesPerSecond, niceness }: Encoding,
): Promise<{ widthPx: number; heightPx: number }> {
  const { facts, limits, path, maxKilobits = 4000 } = request
  const size = fitFilm(facts, request.boxPx)
  const tone = await toneMapping(facts, limits, request.signal)
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-film-'))
  try {
    const inputs = glimpses.flatMap(({ fromSeconds, lengthSeconds }) => [
      ...(fromSeconds > 0 ? ['-ss', fromSeconds.toFixed(3)] : []),
      ...(lengthSeconds === null ? [] : ['-t', String(lengthSeconds)]),
      ...filmInput(path, limits),
    ])
    const scaled = glimpses.map(
      (_, index) =>
        `[${index}:v:0]scale=${size.widthPx}:${size.heightPx},setsar=1,fps=fps='min(source_fps,${maxFramesPerSecond})',${tone}format=yuv420p[g${index}]`,
    )
    const joined = `${glimpses.map((_, index) => `[g${index}]`).join('')}concat=n=${glimpses.length}:v=1:a=0[clean]`
    const marked =
      request.watermarkText === null
        ? '[clean]null[out]'
        : `[clean][${glimpses.length}:v]overlay=0:0,format=yuv420p[out]`
    if (request.watermarkText !== null) {
      const layer = join(folder, 'watermark.png')
      await writeFile(layer, await watermarkPicture(size.widthPx, size.heightPx, request.watermarkText))
      inputs.push('-protocol_whitelist', 'file', '-i', `file:${layer}`)
    }
    await runFfmpeg({
      timeoutMs: filmTimeoutMs(limits, facts.durationSeconds),
      signal: request.signal,
      niceness,
      args: [
        ...inputs,
        '-filter_complex',
        [...scaled, joined, marked].join(';'),
        '-map',
        '[out]',
        ...sound,
        '-c:v',
        'libx264',
        '-preset',
        'veryfast',
        '-crf',
        String(request.crf),
        '-maxrate',
        `${maxKilobits}k`,
        '-bufsize',
        `${2 * maxKilobits}k`,
        '-threads',
        '2',
        '-map_metadata',
        '-1',
        ...layout,
        '-f',
        'mp4',
        '-y',
        `file:${request.outputPath}`,
      ],
    })
    return size
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * A recording for players in browsers: AAC in MP4.
 * @param bitsPerSecond of the sound; one channel at 64,000 or less
 */
export async function makeSound(request: {
  path: string
  outputPath: string
  bitsPerSecond: number
  durationSeconds: number
  limits: MediaLimits
  signal?: AbortSignal | undefined
}): Promise<void> {
  const channels = request.bitsPerSecond > 64_000 ? '2' : '1'
  await runFfmpeg({
    timeoutMs: filmTimeoutMs(request.limits, request.durationSeconds),
    signal: request.signal,
    args: [
      ...filmInput(request.path, request.limits),
      '-map',
      '0:a:0',
      '-vn',
      '-c:a',
      'aac',
      '-b:a',
      String(request.bitsPerSecond),
      '-ac',
      channels,
      '-map_metadata',
      '-1',
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      '-y',
      `file:${request.outputPath}`,
    ],
  })
}
