import sharp from 'sharp'
import { filmInput, runFfmpeg } from './ffmpeg.ts'
import { openDrawn, type Picture, type PictureRequest } from './picture.ts'
import { openByHeader } from './open-direct.ts'
import type { FilmFacts } from './probe-film.ts'
import { RenditionError } from './rendition-error.ts'

const waveformPx = { width: 1280, height: 720 }
// Dark, as films are: it stands on light pages and on dark ones.
const strokeColour = '#9aa0f0'
const groundColour = '#1d1d2b'
const maxCoverBytes = 32 * 1024 * 1024

/**
 * The picture that stands for a recording: its cover, else its waveform.
 * @throws RenditionError `unsupported` where it holds no sound to draw and no cover; `tool_missing`,
 * `broken`, `timeout`, `cancelled`
 */
export async function openRecording(request: PictureRequest, facts: FilmFacts): Promise<Picture> {
  return (await openCover(request, facts)) ?? openWaveform(await drawWaveform(request, facts))
}

/** The cover as it is stored; null where there is none, or none that can be decoded. */
async function openCover(
  { path, limits, signal }: PictureRequest,
  { coverStream }: FilmFacts,
): Promise<Picture | null> {
  if (coverStream === null) return null
  try {
    const cover = await runFfmpeg({
      timeoutMs: limits.pictureTimeoutMs,
      signal,
      maxOutputBytes: maxCoverBytes,
      args: [
        ...filmInput(path, limits),
        '-map',
        `0:${coverStream}`,
        '-frames:v',
        '1',
        '-c',
        'copy',
        '-f',
        'image2pipe',
        'pipe:1',
      ],
    })
    const picture = await openByHeader(cover, limits)
    // Its pixels are decoded now: a damaged cover must not hide the waveform.
    await (await picture.open(64)).raw().toBuffer()
    return { ...picture, derived: true, colorspace: null, pages: null, orientation: 1 }
  } catch (error) {
    if (error instanceof RenditionError && !error.isOfFile) throw error
    return null
  }
}

/** Strokes on transparency, as PNG. */
async function drawWaveform(
  { path, limits, signal }: PictureRequest,
  { durationSeconds }: FilmFacts,
): Promise<Buffer> {
  const { width, height } = waveformPx
  const draw = (samples: string) =>
    runFfmpeg({
      timeoutMs: limits.pictureTimeoutMs,
      signal,
      args: [
        ...filmInput(path, limits),
        '-filter_complex',
        `[0:a:0]aformat=${samples}channel_layouts=mono,showwavespic=s=${width}x${height}:colors=${strokeColour.replace('#', '0x')}:scale=sqrt`,
        '-frames:v',
        '1',
        '-f',
        'image2pipe',
        '-c:v',
        'png',
        'pipe:1',
      ],
    }).catch((error: unknown) => {
      // Recordings of many hours: sound all the same.
      if (!(error instanceof RenditionError && error.code === 'timeout')) throw error
      throw new RenditionError('unsupported', 'The audio is too long for a waveform.', {
        cause: error,
        data: { about: 'long' },
      })
    })
  const strokes = await draw('')
  // ffmpeg draws nothing of fewer samples than the picture is wide: short recordings get more of them.
  const rate = Math.min(192_000, Math.max(1000, Math.ceil((width * 2) / durationSeconds)))
  const drawn = strokes.length > 0 || durationSeconds === 0 ? strokes : await draw(`sample_rates=${rate}:`)
  if (drawn.length > 0) return drawn
  throw new RenditionError(
    'unsupported',
    durationSeconds === 0
      ? 'The audio is silent or empty: there is no waveform.'
      : 'The audio is too short for a waveform.',
    { data: { about: durationSeconds === 0 ? 'silent' : 'short' } },
  )
}

/** On a ground of its own, with the line of silence, so that a silent recording is no empty card. */
async function openWaveform(strokes: Buffer): Promise<Picture> {
  const { width, height } = waveformPx
  const silence = { create: { width, height: 4, channels: 3 as const, background: strokeColour } }
  const card = await sharp({ create: { width, height, channels: 3, background: groundColour } })
    .composite([{ input: strokes }, { input: silence, left: 0, top: height / 2 - 2 }])
    .png({ compressionLevel: 1 })
    .toBuffer()
  return openDrawn(card)
}
