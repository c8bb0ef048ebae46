import type { Asset, SharedCart } from '@cartouche/contract'
import type { ListedFile } from '../../components/clip-dialog/clip-choice.ts'
import { ClipButton } from '../../components/clip-dialog/clip-actions.tsx'
import { natureOf } from '../../components/asset-text/nature-of.ts'

interface SharedClipProps {
  readonly share: SharedCart
  readonly asset: Asset
  /** Whether the link gives the original. */
  readonly mayDownload: boolean
}

/** Cutting a part out of a film, where a link gives films to download. */
export function SharedClip({ share, asset, mayDownload }: SharedClipProps) {
  if (natureOf(asset) !== 'VIDEO' || !share.actions.includes('download') || !givesFilms(share)) return null
  const { width = null, height = null, metadata } = asset
  const files: readonly ListedFile[] = [
    { name: 'proxy', width: null, height: null, filesize: null },
    ...(mayDownload ? [{ name: 'original', width, height, filesize: metadata?.filesize ?? null }] : []),
  ]
  return <ClipButton asset={asset} files={files} ticket={share.ticket} />
}

/** What plays is about as large as a picture for the web. @source decision 0236 */
function givesFilms({ largest }: SharedCart): boolean {
  return largest === null || largest === 'web' || largest === 'preview'
}
