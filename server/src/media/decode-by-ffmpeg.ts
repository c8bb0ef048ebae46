import { runFfmpeg } from './ffmpeg.ts'
import type { PictureRequest } from './picture.ts'

const pictureReaders: Record<string, string> = {
  'image/bmp': 'bmp_pipe', 'image/jp2': 'j2k_pipe', 'image/jxl': 'jpegxl_pipe', 'image/vnd.adobe.photoshop': 'psd_pipe',
  'image/avif': 'mov', 'image/tiff': 'tiff_pipe',
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
