import type { Asset } from '@cartouche/contract'
import { natureOf } from '../asset-text/nature-of.ts'

/**
 * Width by height of a picture as it is displayed; a page of paper for documents, a screen for what has no
 * size.
 */
export function ratioOf(asset: Asset): number {
  if (asset.width && asset.height) return asset.width / asset.height
  return natureOf(asset) === 'DOCUMENT' ? 0.72 : 1.4
}
