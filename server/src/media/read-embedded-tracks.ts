import { readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TrackKind } from '@cartouche/contract'
import { filmInput, runFfmpeg } from './ffmpeg.ts'
import { defaultMediaLimits } from './media-limits.ts'
import { RenditionError } from './rendition-error.ts'
import { cleanCue } from './clean-cue.ts'
import { formatCues } from './format-cues.ts'

/** A file that may have tracks. */
export interface TracksRequest {
  path: string
  /** Most tracks, and most bytes of one. */
  maxTracks: number
  maxTrackBytes: number
}

/**
 * Subtitles or chapters of a file. `text`: WebVTT as the decoder wrote it; `language` as the file says it.
 */
export interface EmbeddedTrack {
  kind: TrackKind
  language: string
  label: string
  text: string
}

/** `left`: how many the file has more than are read. */
export interface EmbeddedTracks {
  tracks: EmbeddedTrack[]
  left: number
}

/** Formats of texts; those of pictures (DVD, Blu-ray) would have to be read by eye. */
const texts: ReadonlySet<string> = new Set(['subrip', 'srt', 'webvtt', 'ass', 'ssa', 'mov_text', 'text'])
/** Of all together: an answer of a worker has a limit. */
const maxTotalBytes = 8 * 1024 * 1024

/**
 * The subtitles and chapters inside a film or recording. All streams are read in one pass over the file.
 * @throws RenditionError as {@link runFfmpeg}
 */
export async function readEmbeddedTracks(
  request: TracksRequest,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<EmbeddedTracks> {
  const limits = defaultMediaLimits
  const answer = await runFfmpeg({
    program: 'ffprobe',
    timeoutMs: limits.pictureTimeoutMs,
    maxOutputBytes: 4 * 1024 * 1024,
    signal,
    args: ['-print_format', 'json', '-show_chapters', '-show_streams', ...filmInput(request.path, limits)],
  })
  const { streams = [], chapters = [] } = JSON.parse(answer.toString()) as ProbeAnswer
  // In MP4, the titles of chapters are a stream of texts too.
  const found = streams.filter(
    ({ codec_type: type, codec_name: codec = '' }) => type === 'subtitle' && texts.has(codec),
  )
  const taken = found.slice(0, request.maxTracks - 1)
  const read = taken.length === 0 ? [] : await extract(request, taken, timeoutMs, signal)
  const titled = chapters.length > 1 ? [chapterTrack(chapters)] : []
  const kept = withinTotal([...titled, ...read])
  return { tracks: kept, left: found.length + titled.length - kept.length }
}

interface Stream {
  index: number
  codec_type?: string
  codec_name?: string
  disposition?: { captions?: number; hearing_impaired?: number }
  tags?: Record<string, string>
}
interface Chapter {
  start_time?: string
  end_time?: string
  tags?: Record<string, string>
}
interface ProbeAnswer {
  streams?: Stream[]
  chapters?: Chapter[]
}

/** Each into a file of its own, in the folder of the worker, which is emptied after each job. */
async function extract(
  { path, maxTrackBytes }: TracksRequest,
  streams: readonly Stream[],
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<EmbeddedTrack[]> {
  const outputs = streams.map(({ index }) => join(tmpdir(), `track-${process.pid}-${index}.vtt`))
  const args = streams.flatMap(({ index }, at) => [
    '-map',
    `0:${index}`,
    '-c:s',
    'webvtt',
    '-fs',
    String(maxTrackBytes),
    '-f',
    'webvtt',
    '-y',
    outputs[at] ?? '',
  ])
  try {
    // One stream that is damaged ends the program; the others are there by then, or are not.
    await runFfmpeg({ timeoutMs, signal, args: [...filmInput(path, defaultMediaLimits), ...args] }).catch(
      (error: unknown) => {
        if (!(error instanceof RenditionError) || error.code !== 'broken') throw error
      },
    )
    return (
      await Promise.all(outputs.map((output, at) => trackOf(output, streams[at], maxTrackBytes)))
    ).filter((track) => track !== undefined)
  } finally {
    await Promise.all(outputs.map((output) => rm(output, { force: true })))
  }
}

async function trackOf(
  output: string,
  stream: Stream | undefined,
  maxTrackBytes: number,
): Promise<EmbeddedTrack | undefined> {
  const size = await stat(output).then(
    ({ size: bytes }) => bytes,
    () => 0,
  )
  if (size === 0 || size > 2 * maxTrackBytes) return undefined
  const { tags = {}, disposition = {} } = stream ?? {}
  const isForDeaf = disposition.captions === 1 || disposition.hearing_impaired === 1
  return {
    kind: isForDeaf ? 'captions' : 'subtitles',
    language: (tags['language'] ?? 'und').slice(0, 35),
    label: (tags['title'] ?? '').slice(0, 100),
    text: await readFile(output, 'utf8'),
  }
}

function chapterTrack(chapters: readonly Chapter[]): EmbeddedTrack {
  const ms = (seconds: string | undefined): number =>
    Math.max(0, Math.round(Number(seconds ?? 0) * 1000)) || 0
  const cues = chapters
    .slice(0, 1000)
    .map(({ start_time: start, end_time: end, tags }, at) => ({
      startMs: ms(start),
      endMs: ms(end),
      settings: '',
      text: titleOf(tags?.['title'] ?? '') || String(at + 1),
    }))
  return { kind: 'chapters', language: 'und', label: '', text: formatCues(cues) }
}

/** On one line; what looks like markup is none. */
function titleOf(title: string): string {
  return cleanCue(title.slice(0, 300).replaceAll(/\s+/g, ' ').replaceAll('<', '&lt;'))
}

function withinTotal(tracks: readonly EmbeddedTrack[]): EmbeddedTrack[] {
  let total = 0
  return tracks.filter(({ text }) => (total += text.length) <= maxTotalBytes)
}
