import { detectType } from './detect-type.ts'
import { defaultMediaLimits } from './media-limits.ts'
import { openPicture } from './open-picture.ts'
import { fingerprintPixels, takePixels } from './pixels.ts'
import { RenditionError } from './rendition-error.ts'

/** A file that should be a picture; nothing that it says of itself is believed. */
export interface PictureFile {
  path: string
  fileName: string
}

/** What fits into this square is enough for a fingerprint: the pixels of a large thumbnail. */
const boxPx = 640

/**
 * The fingerprint of a picture's file in base64; empty where there is nothing to recognize it by. Of a part
 * of a picture there is none: it would be like pictures that lack the same part.
 * @throws RenditionError `unsupported` where it is no picture, or a drawing in SVG; `truncated`; as {@link
 * openPicture} and {@link takePixels}
 */
export async function fingerprintFile(file: PictureFile, signal?: AbortSignal): Promise<string> {
  const { type } = await detectType(file.path, file.fileName)
  const { mediaType, nature } = type
  if (nature !== 'IMAGE' || mediaType === 'image/svg+xml')
    throw new RenditionError('unsupported', 'This is not a photograph.')
  const request = { path: file.path, mediaType, limits: defaultMediaLimits, signal }
  const pixels = await takePixels(await openPicture(nature, request), boxPx)
  if (pixels.damage === 'partial') throw new RenditionError('truncated', 'A part of the picture is missing.')
  return fingerprintPixels(pixels)
}
