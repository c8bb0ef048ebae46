import sharp from 'sharp'
import { filmInput, runFfmpeg } from './ffmpeg.ts'
import type { MediaLimits } from './media-limits.ts'
import { fitFilm, type FilmFacts } from './probe-film.ts'
import { RenditionError } from './rendition-error.ts'
import { toneMapping } from './tone-mapping.ts'

/** Where a film is looked at, as parts of its length, until a frame shows something. */
const places = [0.1, 0.3, 0.5, 0.7, 0.9]

/**
 * The frame that stands for a film: of the 60 frames after a tenth of its length the one that is most like
 * the others, which passes over fades and flashes; where that is black, one from further on. Upright, as PNG.
 * @throws RenditionError `tool_missing`, `broken`, `timeout`, `cancelled`
 */
export async function grabFrame(
  path: string,
  facts: FilmFacts,
  boxPx: number,
  limits: MediaLimits,
  signal?: AbortSignal,
): Promise<Buffer> {
  const size = fitFilm(facts, boxPx)
  const tone = await toneMapping(facts, limits, signal)
  const grab = (seconds: number, choice: string) =>
    runFfmpeg({
      timeoutMs: limits.pictureTimeoutMs,
      signal,
      maxOutputBytes: size.widthPx * size.heightPx * 8 + 1_000_000,
      args: [
        '-ss',
        String(seconds),
        ...filmInput(path, limits),
        '-map',
        '0:v:0',
        '-frames:v',
        '1',
        '-vf',
        `${choice}scale=${size.widthPx}:${size.heightPx}:flags=bicubic,setsar=1,${tone}format=rgb24`,
        '-f',
        'image2pipe',
        '-c:v',
        'png',
        'pipe:1',
      ],
    })
  let black: Buffer | undefined
  for (const place of facts.durationSeconds > 2 ? places : [0]) {
    const frame = await grab(facts.durationSeconds * place, 'thumbnail=60,')
    // Films whose index promises more than there is have nothing after the jump, and nothing after longer
    // ones.
    if (frame.length === 0) break
    if (!(await isBlack(frame))) return frame
    black ??= frame
  }
  const first = black ?? (await grab(0, ''))
  if (first.length === 0)
    throw new RenditionError('broken', 'The file is damaged: no frame of the video can be decoded.')
  return first
}

/**
 * Whether a frame shows nothing: no pixel is brighter than a dark grey, as in fades and before the first
 * scene.
 */
async function isBlack(frame: Buffer): Promise<boolean> {
  const { channels } = await sharp(frame).resize(32, 32, { fit: 'fill' }).stats()
  return channels.every(({ max }) => max < 32)
}
