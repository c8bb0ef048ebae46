import { filmInput, runFfmpeg } from './ffmpeg.ts'
import type { MediaLimits } from './media-limits.ts'
import { RenditionError } from './rendition-error.ts'

/** What ffprobe says about a film or recording. */
export interface FilmFacts {
  /** Displayed size, after rotation and pixel shape; null where there is no moving picture. */
  widthPx: number | null
  heightPx: number | null
  /** Quarter turns that players apply, clockwise degrees. */
  rotation: number
  durationSeconds: number
  /** On average; null where it is not known. */
  framesPerSecond: number | null
  hasSound: boolean
  /** The stream that holds the cover of a recording, null where it has none. */
  coverStream: number | null
  /**
   * True where the light is coded for HDR screens (PQ or HLG) and must be tone-mapped.
   * @source ITU-R BT.2100
   */
  isHdr: boolean
}

/**
 * Size, rotation, length and sound of a film or recording.
 * @throws RenditionError `tool_missing`, `broken`, `truncated`, `timeout`, `cancelled`
 * @source ITU-R BT.2100 (the transfer functions PQ and HLG)
 */
export async function probeFilm(path: string, limits: MediaLimits, signal?: AbortSignal): Promise<FilmFacts> {
  const answer = await runFfmpeg({
    program: 'ffprobe',
    timeoutMs: limits.pictureTimeoutMs,
    maxOutputBytes: 4 * 1024 * 1024,
    signal,
    args: ['-print_format', 'json', '-show_format', '-show_streams', ...filmInput(path, limits)],
  })
  const { streams = [], format = {} } = JSON.parse(answer.toString()) as ProbeAnswer
  const picture = streams.find(
    (stream) =>
      stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1 && (stream.width ?? 0) > 0,
  )
  const sound = streams.find((stream) => stream.codec_type === 'audio')
  const cover = streams.find(
    (stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic === 1,
  )
  const turn = Number(picture?.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0)
  const rotation = (((-Math.round(turn / 90) * 90) % 360) + 360) % 360
  const [aspectX = 1, aspectY = 1] = (picture?.sample_aspect_ratio ?? '1:1').split(':').map(Number)
  const stretch = aspectX > 0 && aspectY > 0 ? aspectX / aspectY : 1
  const across = picture ? Math.round((picture.width ?? 0) * stretch) : null
  const down = picture?.height ?? null
  const durationSeconds =
    [format.duration, picture?.duration, sound?.duration]
      .map(Number)
      .find((value) => Number.isFinite(value) && value > 0) ?? 0
  const [frames = 0, perSeconds = 0] = (picture?.avg_frame_rate ?? '').split('/').map(Number)
  return {
    widthPx: rotation % 180 ? down : across,
    heightPx: rotation % 180 ? across : down,
    rotation,
    durationSeconds,
    framesPerSecond: frames > 0 && perSeconds > 0 ? frames / perSeconds : null,
    hasSound: sound !== undefined,
    coverStream: cover?.index ?? null,
    isHdr: picture?.color_transfer === 'smpte2084' || picture?.color_transfer === 'arib-std-b67',
  }
}

interface ProbeAnswer {
  streams?: {
    index?: number
    codec_type?: string
    color_transfer?: string
    width?: number
    height?: number
    duration?: string
    avg_frame_rate?: string
    sample_aspect_ratio?: string
    disposition?: { attached_pic?: number }
    side_data_list?: { rotation?: number }[]
  }[]
  format?: { duration?: string }
}

/**
 * The size of a film in a square box, without enlarging it; sides even, as H.264 wants them.
 * @throws RenditionError `broken` where the file holds no moving picture
 */
export function fitFilm(facts: FilmFacts, boxPx: number): { widthPx: number; heightPx: number } {
  const { widthPx, heightPx } = facts
  if (!widthPx || !heightPx) throw new RenditionError('broken', 'The file contains no video.')
  const scale = Math.min(1, boxPx / Math.max(widthPx, heightPx))
  const even = (value: number) => Math.max(2, Math.round((value * scale) / 2) * 2)
  return { widthPx: even(widthPx), heightPx: even(heightPx) }
}
