import { runFfmpeg } from './ffmpeg.ts'
import type { MediaLimits } from './media-limits.ts'
import type { FilmFacts } from './probe-film.ts'

/**
 * The part of a filter chain that brings the light of an HDR film down to what other screens show, with its
 * comma; empty for other films, and where this ffmpeg lacks the filters.
 * @param limits bound how long ffmpeg is asked for its filters
 */
export async function toneMapping(
  { isHdr }: FilmFacts,
  limits: MediaLimits,
  signal?: AbortSignal,
): Promise<string> {
  if (!isHdr) return ''
  const filters = (
    await runFfmpeg({ args: ['-filters'], timeoutMs: limits.pictureTimeoutMs, signal })
  ).toString()
  if (!/ zscale /.test(filters) || !/ tonemap /.test(filters)) return ''
  // 100 cd/m² is the white of SDR video; linear light in between. @source ITU-R BT.2035
  return 'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,'
}
