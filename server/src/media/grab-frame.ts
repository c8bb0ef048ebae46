import sharp from 'sharp'
import { filmInput, runFfmpeg } from './ffmpeg.ts'
import type { MediaLimits } from './media-limits.ts'
import { fitFilm, type FilmFacts } from './probe-film.ts'
import { RenditionError } from './rendition-error.ts'
import { toneMapping } from './tone-mapping.ts'

/** Where a film is looked at, as parts of its length, until a frame shows something. */
const places = [0.1, 0.3, 0.5, 0.7, 0.9]

/** Where somebody stopped a film at its end, and there is no frame behind: seconds before it. */
const stepsBack = [0, 0.1, 0.5, 2, 10]
/** Of films that do not say how often their picture changes. */
const usualFramesPerSecond = 25

/** Which frame of a film, and how large. */
interface WantedFrame {
  /** It fits into a square of this side. */
  readonly boxPx: number
  /** The frame that a player shows at this time. Default: one that stands for the film. */
  readonly seconds?: number
}

/**
 * A frame of a film, upright, as PNG: the one at a time, or the one that stands for it. That is, of the 60
 * frames after a tenth of its length, the one that is most like the others, which passes over fades and
 * flashes; where that is black, one from further on.
 * @throws RenditionError `tool_missing`, `broken`, `timeout`, `cancelled`
 */
export async function grabFrame(
  path: string,
  facts: FilmFacts,
  { boxPx, seconds }: WantedFrame,
  limits: MediaLimits,
  signal?: AbortSignal,
): Promise<Buffer> {
  const size = fitFilm(facts, boxPx)
  const tone = await toneMapping(facts, limits, signal)
  const grab = (from: number, choice: string) =>
    runFfmpeg({
      timeoutMs: limits.pictureTimeoutMs,
      signal,
      maxOutputBytes: size.widthPx * size.heightPx * 8 + 1_000_000,
      args: [
        '-ss',
        String(from),
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
  if (seconds !== undefined) return grabAt(seconds, facts, (from) => grab(from, ''))
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
 * A player shows the last frame that began by a time, ffmpeg gives the first that begins after it: it is
 * asked for what begins less than a frame before.
 */
async function grabAt(
  seconds: number,
  { framesPerSecond }: FilmFacts,
  grab: (from: number) => Promise<Buffer>,
): Promise<Buffer> {
  const before = 1 / (framesPerSecond ?? usualFramesPerSecond) - 0.001
  for (const back of stepsBack) {
    const frame = await grab(Math.max(0, seconds - before - back))
    if (frame.length > 0) return frame
  }
  throw new RenditionError('broken', 'There is no frame at this moment of the video.')
}

/**
 * Whether a frame shows nothing: no pixel is brighter than a dark grey, as in fades and before the first
 * scene.
 */
async function isBlack(frame: Buffer): Promise<boolean> {
  const { channels } = await sharp(frame).resize(32, 32, { fit: 'fill' }).stats()
  return channels.every(({ max }) => max < 32)
}
