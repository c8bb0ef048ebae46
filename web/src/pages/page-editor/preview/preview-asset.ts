import type { Asset, Source } from '@cartouche/components'
import { assetNatures } from '@cartouche/client'
import type { EntityData, NatureName } from '@cartouche/contract'

/** Renditions that pages show, small to large, with their longest side, px. */
const pictures = [
  ['thumbnailSmall', 320],
  ['thumbnailBig', 640],
  ['web', 1200],
  ['preview', 1600],
] as const

/**
 * An asset of the library as components show it. `addressOf` gives the address of a rendition. What has no
 * picture size is taken to be three to two.
 */
export function toPreviewAsset(data: EntityData, addressOf: (variation: string) => string): Asset {
  const number = (name: string): number | undefined => {
    const value = data[name]
    return typeof value === 'number' && value > 0 ? value : undefined
  }
  const text = (name: string): string => {
    const value = data[name]
    return typeof value === 'string' ? value : ''
  }
  const nature = natureOf(data['rootnature'])
  const size = { width: number('width') ?? 1200, height: number('height') ?? 800 }
  const player = nature === 'VIDEO' || nature === 'AUDIO'
  return {
    id: data.id,
    name: data.name ?? '',
    description: text('description'),
    nature,
    pictures: nature === 'AUDIO' ? [] : picturesOf(size, addressOf),
    // The editor plays without subtitles: they belong to the asset, and are seen on the page.
    player: player ? { address: addressOf('proxy'), mediaType: '', ...size, subtitles: [] } : undefined,
    file: {
      address: addressOf('original'),
      name: text('filename') || (data.name ?? ''),
      sizeBytes: number('filesize') ?? 0,
    },
  }
}

function picturesOf(
  { width, height }: { readonly width: number; readonly height: number },
  addressOf: (variation: string) => string,
): Source[] {
  const sources = pictures.map(([name, side]) => {
    const part = Math.min(1, side / Math.max(width, height))
    return {
      address: addressOf(name),
      mediaType: 'image/jpeg',
      width: Math.max(1, Math.round(width * part)),
      height: Math.max(1, Math.round(height * part)),
    }
  })
  // Of a small original, one of each width is enough.
  return sources.filter(({ width: own }, at) => sources.findIndex((other) => other.width === own) === at)
}

function natureOf(value: unknown): NatureName {
  const id: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'id') : undefined
  const names = Object.keys(assetNatures) as NatureName[]
  return names.find((name) => assetNatures[name] === id) ?? 'OTHER'
}
