/**
 * Rendition names that every asset answers; a watermarked surfer receives the `_w` version of each.
 * @source portal §3 Asset
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
