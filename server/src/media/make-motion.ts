import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { filmInput, runFfmpeg } from './ffmpeg.ts'
import { findMotionFilm, type FilmSpan } from './find-motion-film.ts'
import { makeProxy, type FilmRequest } from './make-film.ts'
import { probeFilm, type FilmFacts } from './probe-film.ts'
import { readTags } from './read-tags.ts'
import { RenditionError } from './rendition-error.ts'

/** The film inside of a photograph. `facts` are those of the film, which is found first. */
export interface MotionRequest extends Omit<FilmRequest, 'facts'> {
  /** Of the photograph. */
  mediaType: string
}

/** Telephones keep three seconds; what is longer than this is not read. */
const maxBytes = 256 * 1024 * 1024
const maxSeconds = 60

/**
 * Makes the film that a photograph holds, for players in browsers, without metadata: telephones write there
 * where it was taken. What plays already is copied, anything else and everything watermarked encoded.
 * @throws RenditionError `unsupported` where the photograph holds no film, `too_large` where that is longer
 * than a minute, and as {@link makeProxy}
 */
export async function makeMotion(request: MotionRequest): Promise<{ widthPx: number; heightPx: number }> {
  const { path, mediaType, limits, signal } = request
  const span = await findMotionFilm(path, await readTags(path, mediaType))
  if (!span) throw new RenditionError('unsupported', 'There is no video inside of this picture.')
  if (span.end - span.start > maxBytes) throw tooLong()
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-motion-'))
  try {
    const film = join(folder, 'film.mp4')
    await copySpan(path, span, film, signal)
    const facts = await probeFilm(film, limits, signal)
    if (facts.durationSeconds > maxSeconds) throw tooLong()
    if (request.watermarkText === null && (await playsAsItIs(film, facts, request)))
      return await copyFilm(film, facts, request)
    return await makeProxy({ ...request, path: film, facts })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function tooLong(): RenditionError {
  return new RenditionError('too_large', 'The video inside of this picture is longer than a minute.')
}

async function copySpan(
  path: string,
  { start, end }: FilmSpan,
  to: string,
  signal?: AbortSignal,
): Promise<void> {
  await pipeline(createReadStream(path, { start, end: end - 1 }), createWriteStream(to), { signal })
}

/** H.264 of 8 bits within the size, upright, with AAC or no sound, is what a proxy is. */
async function playsAsItIs(
  film: string,
  facts: FilmFacts,
  { boxPx, limits, signal }: MotionRequest,
): Promise<boolean> {
  const { widthPx, heightPx, rotation, isHdr } = facts
  if (!widthPx || !heightPx || Math.max(widthPx, heightPx) > boxPx || rotation !== 0 || isHdr) return false
  const answer = await runFfmpeg({
    program: 'ffprobe',
    timeoutMs: limits.pictureTimeoutMs,
    signal,
    args: [
      '-print_format',
      'json',
      '-show_entries',
      'stream=codec_name,codec_type,pix_fmt',
      ...filmInput(film, limits),
    ],
  })
  const { streams = [] } = JSON.parse(answer.toString()) as {
    streams?: { codec_name?: string; codec_type?: string; pix_fmt?: string }[]
  }
  const picture = streams.find(({ codec_type: type }) => type === 'video')
  const sound = streams.find(({ codec_type: type }) => type === 'audio')
  return (
    picture?.codec_name === 'h264' &&
    /^yuvj?420p$/.test(picture.pix_fmt ?? '') &&
    (sound === undefined || sound.codec_name === 'aac')
  )
}

async function copyFilm(
  film: string,
  { widthPx, heightPx }: FilmFacts,
  { outputPath, limits, signal }: MotionRequest,
): Promise<{ widthPx: number; heightPx: number }> {
  const streams = [
    '-map',
    '0:v:0',
    '-map',
    '0:a:0?',
    '-c',
    'copy',
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
  ]
  await runFfmpeg({
    timeoutMs: limits.pictureTimeoutMs,
    signal,
    args: [
      ...filmInput(film, limits),
      ...streams,
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      '-y',
      `file:${outputPath}`,
    ],
  })
  return { widthPx: widthPx ?? 0, heightPx: heightPx ?? 0 }
}
