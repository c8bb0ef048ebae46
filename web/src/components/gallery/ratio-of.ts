import type { Asset } from '@cartouche/contract'
import { natureOf } from '../asset-text/nature-of.ts'

/**
 * Width by height of a picture as it is displayed; where it has no size, a page of paper for documents, a
 * screen for the waveforms of recordings.
 */
export function ratioOf(asset: Asset): number {
  if (asset.width && asset.height) return asset.width / asset.height
  const nature = natureOf(asset)
  if (nature === 'DOCUMENT') return 0.72
  return nature === 'AUDIO' ? 16 / 9 : 1.4
}
