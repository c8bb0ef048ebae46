import { createElement, type ReactNode } from 'react'
import type { Asset, Source } from '../component/asset.ts'

/** How a picture is drawn. */
export interface PictureOptions {
  readonly asset: Asset
  /** What it shows; empty for a picture that only decorates. */
  readonly alt: string
  /** How wide it stands, as the attribute `sizes` gives it to browsers. */
  readonly sizes: string
  readonly shape?: string
  readonly focus?: { readonly x: number; readonly y: number }
  /** The first on its page: it is loaded before all others. */
  readonly isFirst?: boolean
}

/**
 * The markup of a picture: every rendition with its width, formats from the smallest on, and its size, so
 * that nothing moves while it loads. Null where there is no picture.
 */
export function pictureElement({
  asset,
  alt,
  sizes,
  shape = 'original',
  focus = { x: 50, y: 50 },
  isFirst = false,
}: PictureOptions): ReactNode {
  const formats = Map.groupBy(asset.pictures, ({ mediaType }) => mediaType)
  const plain = formats.get('image/jpeg') ?? asset.pictures
  const largest = plain.at(-1)
  if (!largest) return null
  const image = createElement('img', {
    src: largest.address,
    srcSet: srcSetOf(plain),
    sizes,
    width: largest.width,
    height: largest.height,
    alt,
    ...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' }),
    decoding: 'async',
    className: `picture ${shape} fx${stepOf(focus.x)} fy${stepOf(focus.y)}`,
  } as const)
  const others = preferred.flatMap((type) => {
    const sources = formats.get(type)
    return sources && sources !== plain
      ? [createElement('source', { key: type, type, srcSet: srcSetOf(sources), sizes })]
      : []
  })
  return others.length === 0 ? image : createElement('picture', null, ...others, image)
}

/** What browsers take first, where they can. */
const preferred = ['image/avif', 'image/webp']

function srcSetOf(sources: readonly Source[]): string {
  return sources.map(({ address, width }) => `${address} ${width}w`).join(', ')
}

/** A page has no styles but those of its sheet: focal points are on a grid of 5 per cent. */
const step = 5
const stepOf = (percent: number): number => Math.round(percent / step) * step
const steps = Array.from({ length: 100 / step + 1 }, (_value, at) => at * step)

export const pictureStyle = `
.picture{display:block;max-width:100%;height:auto;background:var(--soft);object-position:var(--fx,50%) var(--fy,50%)}
.picture:not(.original){width:100%;object-fit:cover}
.wide{aspect-ratio:21/9}.landscape{aspect-ratio:3/2}.square{aspect-ratio:1}.portrait{aspect-ratio:3/4}
${steps.map((at) => `.fx${at}{--fx:${at}%}.fy${at}{--fy:${at}%}`).join('')}
figure{margin:0}figcaption{margin-top:.5rem;font-size:.9rem;color:var(--muted)}`
