import sharp, { type Metadata } from 'sharp'
import { checkTurning } from './check-pixels.ts'
import type { MediaLimits } from './media-limits.ts'
import { colorspaceOf, decoding, fitInto, readHeader, type Picture } from './picture.ts'

/**
 * Opens a picture that libvips decodes itself, by its header.
 * @param input path, or the whole file in memory
 * @throws RenditionError as `readHeader`; `open` in full size `too_many_pixels` where it would have to be
 * turned and cannot be held
 */
export async function openByHeader(input: string | Buffer, limits: MediaLimits): Promise<Picture> {
  const header = await readHeader(input, limits)
  return {
    ...factsOf(header),
    open: async (boxPx, strictness) => {
      if (boxPx === null) checkTurning(header, limits)
      const seconds = (boxPx === null ? limits.fullSizeTimeoutMs : limits.pictureTimeoutMs) / 1000
      return fitInto(
        sharp(input, decoding(limits, strictness))
          .timeout({ seconds: Math.max(1, Math.round(seconds)) })
          .autoOrient(),
        boxPx,
      )
    },
  }
}

/** What a picture's header says of it, as shown. */
export function factsOf(header: Metadata): Omit<Picture, 'open'> {
  return {
    widthPx: header.autoOrient.width,
    heightPx: header.autoOrient.height,
    orientation: header.orientation ?? 1,
    colorspace: colorspaceOf(header),
    pages: header.pages && header.pages > 1 ? header.pages : null,
    derived: false,
  }
}
