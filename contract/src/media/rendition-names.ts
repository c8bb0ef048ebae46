/**
 * Rendition names that every asset answers; a watermarked surfer receives the `_w` twin of each.
 * @source issue: variations
 */
export const renditionNames = [
  'original',
  'thumbnailsmall',
  'thumbnailSmall',
  'thumbnailBig',
  'preview',
  'web',
  'hover',
  'proxy',
] as const
export type RenditionName = (typeof renditionNames)[number]
