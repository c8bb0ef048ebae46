import { z } from 'zod'
import { int } from '../parameters.ts'
import { cropRatio } from './crop-ratio.ts'
import { maxPictureSidePx, pictureFormats } from './picture-limits.ts'

/** A ratio that pictures are cropped to, width : height, as `16:9`. */
export const CropRatio = z
  .string()
  .max(30)
  .refine((text) => cropRatio(text) !== undefined, 'a ratio as 16:9 is expected')

/** A part of a picture, in shares of its width and height, 0 to 1. */
export const PictureBox = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
export type PictureBox = z.output<typeof PictureBox>

/** What is cut out of a picture: a part of it, or the largest part of a ratio (width : height). */
export type PictureCrop = { readonly ratio: number } | { readonly box: PictureBox }

const number = String.raw`(\d{1,5}(?:\.\d{1,6})?)`
const boxForm = new RegExp(`^${[number, number, number, number].join(',')}$`)
const mostDigits = 10_000
/** What a sum of rounded shares may be above 1. */
const tolerance = 0.0002

/**
 * `16:9`: the largest part of this ratio around the focal point; `x,y,width,height` in shares of the picture,
 * as `0.1,0,0.5,0.75`; `none`: all of it, against a preset that crops.
 */
export const crop = z
  .string()
  .max(60)
  .transform((text, context): PictureCrop | null => {
    if (text === 'none') return null
    const ratio = cropRatio(text)
    if (ratio !== undefined) return { ratio }
    const box = parseBox(text)
    if (box) return { box }
    context.addIssue({
      code: 'custom',
      message: 'a ratio as 16:9, or x,y,width,height in shares of the picture as 0.1,0,0.5,0.75, is expected',
    })
    return z.NEVER
  })

function parseBox(text: string): PictureBox | undefined {
  const parts = boxForm.exec(text)?.slice(1)
  const [x = 0, y = 0, width = 0, height = 0] = (parts ?? []).map(
    (part) => Math.round(Number(part) * mostDigits) / mostDigits,
  )
  const isInside = x + width <= 1 + tolerance && y + height <= 1 + tolerance
  return width > 0 && height > 0 && isInside ? { x, y, width, height } : undefined
}

const side = int.min(1).max(maxPictureSidePx)

/** How a picture is made, as an address asks for it; each is the preset's, or usual, where it is missing. */
export const PictureParameters = {
  /** Width and height in pixels that it has at most; it is never enlarged. */
  w: side.optional(),
  h: side.optional(),
  crop: crop.optional(),
  /** With `w` and `h`: `inside` both, or `cover`: cut to their ratio around the focal point. */
  fit: z.enum(['inside', 'cover']).optional(),
  /** Default: the smallest that the request accepts of AVIF, WebP and JPEG. */
  format: z
    .enum([...pictureFormats, 'jpg'])
    .transform((format) => (format === 'jpg' ? ('jpeg' as const) : format))
    .optional(),
  quality: int.min(1).max(100).optional(),
  /** Whether it carries what the original says of itself; needs the right to download it. */
  metadata: z.enum(['none', 'all']).optional(),
  /** Colours. `p3`: those of wide-gamut originals are kept. */
  profile: z.enum(['srgb', 'p3']).optional(),
  /** Code of a preset. */
  preset: z.string().max(64).optional(),
}
