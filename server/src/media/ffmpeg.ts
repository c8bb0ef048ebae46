import type { MediaLimits } from './media-limits.ts'
import { RenditionError } from './rendition-error.ts'
import { runProgram, type ProgramRun } from './run-program.ts'

// Containers of one file only: playlists (hls, concat, dash) would read other files and addresses.
const containers =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,asf,flv,mpeg,mpegts,mpegvideo,ogg,mxf,wav,w64,mp3,aac,flac,aiff,amr,ape,wv,caf,h264,hevc,mjpeg,m4v,rm,dv,au,ac3,tta,voc'

const careful = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', containers]

/**
 * Runs ffmpeg or ffprobe, quiet and without input.
 * @throws RenditionError `tool_missing`, `broken`, `truncated`, `timeout`, `too_large`, `cancelled`, each in
 * words about films
 */
export async function runFfmpeg(
  run: Omit<ProgramRun, 'program'> & { program?: 'ffmpeg' | 'ffprobe' },
): Promise<Buffer> {
  const { program = 'ffmpeg' } = run
  const quiet = program === 'ffmpeg' ? ['-hide_banner', '-nostdin', '-v', 'error'] : ['-v', 'error']
  return runProgram({ ...run, program, args: [...quiet, ...run.args] }).catch((error: unknown) => {
    throw filmError(error)
  })
}

/**
 * The arguments that name a stranger's film as the next input: one file, no playlists, no addresses, no
 * oversized frames.
 */
export function filmInput(path: string, limits: MediaLimits): string[] {
  return [...careful, '-max_pixels', String(limits.maxHeldPixels), '-i', `file:${path}`]
}

function filmError(error: unknown): RenditionError {
  if (!(error instanceof RenditionError))
    return new RenditionError('broken', 'The video cannot be read.', { cause: error })
  if (error.code === 'tool_missing')
    return new RenditionError(
      'tool_missing',
      'Video and audio need ffmpeg, which is not installed on this server.',
      { data: { program: 'ffmpeg' } },
    )
  const complaint = error.cause instanceof Error ? error.cause.message : ''
  if (/moov atom not found|end of file|truncat/i.test(complaint))
    return new RenditionError(
      'truncated',
      'The file is incomplete: picture and sound end early, perhaps cut off in transfer.',
      { cause: error },
    )
  if (error.code === 'broken')
    return new RenditionError('broken', 'The file is damaged: neither picture nor sound can be read.', {
      cause: error,
    })
  return error
}
