import { z } from 'zod'
import type { Asset } from './asset.ts'
import { linkTarget } from './link.ts'

/** Properties that several components have. Each has a default. */

/** A line of text. */
export const line = (max = 300) => z.string().max(max).default('')
/** The id of an asset; null: none was chosen yet. `nature`: what is offered to choose from. */
export const assetId = (nature?: Asset['nature']) =>
  z.int().min(1).nullable().default(null).meta({ field: 'asset', nature })
/** Ids of assets, in order; the same twice stands once. */
export const assetIds = z
  .array(z.int().min(1))
  .max(500)
  .default([])
  .transform((ids) => [...new Set(ids)])
  .meta({ field: 'assets' })

/**
 * What a link leads to: by its id, as `page:12`, or an address of this site, or `https:`, `http:`, `mailto:`, `tel:`. Anything else, above all what
 * runs as a script, is not understood.
 */
export const address = z
  .string()
  .trim()
  .max(2000)
  .refine(
    (text) => text === '' || linkTarget(text) !== undefined || isSafeAddress(text),
    'an address is expected, as /p/about or https://example.org',
  )
  .default('')
  .meta({ field: 'address' })

/** Whether an address leads to a page, a person or a place of this site, and runs nothing. */
export function isSafeAddress(text: string): boolean {
  // Browsers leave control characters and line ends out before they look at the scheme.
  // oxlint-disable-next-line no-control-regex -- these are the characters in question
  if (/[\u0000-\u001F\\]/.test(text)) return false
  return /^(https?:\/\/[^/]|mailto:|tel:)/i.test(text) || /^(\/(?!\/)|#|\?|[\w%.~-]+([/?#]|$))/.test(text)
}

/** What of a picture must stay in sight where it is cut, in per cent from the left and from the top. */
export const focus = z
  .object({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) })
  .default({ x: 50, y: 50 })
  .meta({ field: 'focus' })

/** The shape that a picture is cut to. */
export const shape = z.enum(['original', 'wide', 'landscape', 'square', 'portrait']).default('original')
