import { filmInput, runFfmpeg } from './ffmpeg.ts'
import { filmTimeoutMs, type MediaLimits } from './media-limits.ts'
import { fitFilm, type FilmFacts } from './probe-film.ts'
import type { PictureRequest } from './picture.ts'
import { RenditionError } from './rendition-error.ts'

/**
 * The frame that stands for a film: of the 60 frames after a tenth of its length the one that is most like the others,
 * which passes over black, fades and flashes. Upright, as PNG.
 * @throws RenditionError `tool_missing`, `broken`, `timeout`, `cancelled`
 */
export async function grabFrame(path: string, facts: FilmFacts, boxPx: number, limits: MediaLimits, signal?: AbortSignal): Promise<Buffer> {
  const size = fitFilm(facts, boxPx)
  const atSeconds = facts.durationSeconds > 2 ? facts.durationSeconds / 10 : 0
  const grab = (seconds: number, choice: string) => runFfmpeg({
    timeoutMs: limits.pictureTimeoutMs, signal, maxOutputBytes: size.widthPx * size.heightPx * 8 + 1_000_000,
    args: ['-ss', String(seconds), ...filmInput(path, limits), '-map', '0:v:0', '-frames:v', '1',
      '-vf', `${choice}scale=${size.widthPx}:${size.heightPx}:flags=bicubic,setsar=1,format=rgb24`, '-f', 'image2pipe', '-c:v', 'png', 'pipe:1'],
  })
  const frame = await grab(atSeconds, 'thumbnail=60,')
  // Films whose index promises more than there is have nothing after the jump.
  const first = frame.length > 0 ? frame : await grab(0, '')
  if (first.length === 0) throw new RenditionError('broken', 'The file is damaged: no frame of the film can be decoded.')
  return first
}

/**
 * The waveform of a recording as PNG, strokes on transparency.
 * @throws RenditionError `tool_missing`, `broken`, `timeout`, `cancelled`
 */
export async function drawWaveform(path: string, widthPx: number, heightPx: number, durationSeconds: number, limits: MediaLimits, signal?: AbortSignal): Promise<Buffer> {
  return runFfmpeg({
    timeoutMs: filmTimeoutMs(limits, durationSeconds), signal,
    args: [...filmInput(path, limits), '-filter_complex', `[0:a:0]aformat=channel_layouts=mono,showwavespic=s=${widthPx}x${heightPx}:colors=0x3f48a8:scale=sqrt`,
      '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', 'pipe:1'],
  })
}

const pictureReaders: Record<string, string> = {
  'image/bmp': 'bmp_pipe', 'image/jp2': 'j2k_pipe', 'image/jxl': 'jpegxl_pipe', 'image/vnd.adobe.photoshop': 'psd_pipe',
}

/**
 * A still picture of a kind that libvips lacks and ffmpeg may have, as PNG.
 * @returns null for kinds that ffmpeg is not asked for
 * @throws RenditionError `tool_missing`, `broken`, `timeout`, `cancelled`
 */
export async function decodeByFfmpeg({ path, mediaType, limits, signal }: PictureRequest): Promise<Buffer | null> {
  const reader = pictureReaders[mediaType]
  if (!reader) return null
  const picture = await runFfmpeg({
    timeoutMs: limits.pictureTimeoutMs, signal, maxOutputBytes: limits.maxPixels * 4,
    args: ['-protocol_whitelist', 'file,pipe', '-max_pixels', String(limits.maxPixels), '-f', reader, '-i', `file:${path}`,
      '-frames:v', '1', '-pix_fmt', 'rgb24', '-f', 'image2pipe', '-c:v', 'png', 'pipe:1'],
  })
  return picture.length > 0 ? picture : null
}
