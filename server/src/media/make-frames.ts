import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filmInput, runFfmpeg } from './ffmpeg.ts'
import type { FilmRequest } from './make-film.ts'
import { filmTimeoutMs } from './media-limits.ts'
import { fitFilm } from './probe-film.ts'
import { toneMapping } from './tone-mapping.ts'
import { watermarkPicture } from './watermark.ts'

/** Frames beside and below one another; the page of the player counts on it. */
const across = 10
const frames = across * across
/** Longer films are read by their key frames alone: some two seconds apart, and a hundredth is more there. */
const allFramesSeconds = 120

/**
 * A hundred small frames from all over a film, in one picture, row by row: what is shown while somebody looks
 * for a moment. Of a film that ends before its length says so the last one stands for the rest.
 */
export async function makeFrames(request: FilmRequest): Promise<{ widthPx: number; heightPx: number }> {
  const { facts, limits, path, signal } = request
  const size = fitFilm(facts, request.boxPx)
  const whole = { widthPx: size.widthPx * across, heightPx: size.heightPx * across }
  const tone = await toneMapping(facts, limits, signal)
  const seconds = Math.max(facts.durationSeconds, 0.1)
  const folder = await mkdtemp(join(tmpdir(), 'cartouche-frames-'))
  try {
    const mark = join(folder, 'watermark.png')
    if (request.watermarkText !== null)
      await writeFile(mark, await watermarkPicture(whole.widthPx, whole.heightPx, request.watermarkText))
    const sheet = `[0:v:0]fps=${frames}/${seconds.toFixed(3)}:start_time=0,scale=${size.widthPx}:${size.heightPx},setsar=1,${tone}format=yuv444p,tpad=stop=${frames}:stop_mode=clone,tile=${across}x${across}`
    await runFfmpeg({
      timeoutMs: filmTimeoutMs(limits, facts.durationSeconds),
      signal,
      args: [
        ...(facts.durationSeconds > allFramesSeconds ? ['-skip_frame', 'nokey'] : []),
        ...filmInput(path, limits),
        ...(request.watermarkText === null ? [] : ['-protocol_whitelist', 'file', '-i', `file:${mark}`]),
        '-filter_complex',
        request.watermarkText === null ? `${sheet}[out]` : `${sheet}[clean];[clean][1:v]overlay=0:0[out]`,
        '-map',
        '[out]',
        '-frames:v',
        '1',
        '-pix_fmt',
        'yuvj420p',
        '-q:v',
        String(request.crf),
        '-f',
        'image2',
        '-c:v',
        'mjpeg',
        '-update',
        '1',
        '-y',
        `file:${request.outputPath}`,
      ],
    })
    return whole
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
