import { runFfmpeg } from './ffmpeg.ts'
import type { PictureRequest } from './picture.ts'

/** Arguments by which ffmpeg reads a kind of picture. */
const readers: Readonly<Record<string, readonly string[]>> = {
  'image/bmp': ['-f', 'bmp_pipe'],
  'image/jp2': ['-f', 'j2k_pipe'],
  'image/j2c': ['-f', 'j2k_pipe'],
  'image/jxl': ['-f', 'jpegxl_pipe'],
  'image/vnd.adobe.photoshop': ['-f', 'psd_pipe'],
  'image/avif': ['-f', 'mov'],
  'image/tiff': ['-f', 'tiff_pipe'],
  'image/vnd.ms-dds': ['-f', 'dds_pipe'],
  'image/x-pcx': ['-f', 'pcx_pipe'],
  'image/qoi': ['-f', 'qoi_pipe'],
  'image/x-icon': ['-f', 'ico'],
  // Its light is linear, and brighter than white is cut.
  'image/x-exr': ['-apply_trc', 'iec61966_2_1', '-f', 'exr_pipe'],
  // Nothing in a Targa file says that it is one: no reader looks for it.
  'image/x-tga': ['-f', 'image2', '-pattern_type', 'none', '-c:v', 'targa'],
  'image/x-portable-bitmap': ['-f', 'pbm_pipe'],
  'image/x-portable-graymap': ['-f', 'pgm_pipe'],
  'image/x-portable-pixmap': ['-f', 'ppm_pipe'],
  'image/x-portable-arbitrarymap': ['-f', 'pam_pipe'],
}

/**
 * A still picture of a kind that libvips lacks and ffmpeg may have, as PNG: of several (icons) the largest,
 * of moving ones the first.
 * @returns null for kinds that ffmpeg is not asked for
 * @throws RenditionError `tool_missing`, `broken`, `timeout`, `cancelled`
 */
export async function decodeByFfmpeg({
  path,
  mediaType,
  limits,
  signal,
}: PictureRequest): Promise<Buffer | null> {
  const reader = readers[mediaType]
  if (!reader) return null
  const picture = await runFfmpeg({
    timeoutMs: limits.pictureTimeoutMs,
    signal,
    maxOutputBytes: limits.maxHeldPixels * 4,
    args: [
      '-protocol_whitelist',
      'file,pipe',
      '-max_pixels',
      String(limits.maxHeldPixels),
      ...reader,
      '-i',
      `file:${path}`,
      '-frames:v',
      '1',
      '-pix_fmt',
      'rgba',
      '-f',
      'image2pipe',
      '-c:v',
      'png',
      'pipe:1',
    ],
  })
  return picture.length > 0 ? picture : null
}
