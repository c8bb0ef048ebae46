import type { Asset } from '@cartouche/contract'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

type OfId = Pick<Asset, 'id'>

export interface OpenedSharedAsset {
  readonly asset: Asset | undefined
  /** From 1. */
  readonly position: number
  readonly total: number
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (() => void) | undefined
  readonly onClose: () => void
}

/** The asset that the address (`?asset=12`) opens over the wall: Back closes it. */
export function useOpenedSharedAsset(
  shareId: string,
  assets: readonly Asset[],
): OpenedSharedAsset & { readonly open: (asset: OfId) => void; readonly hrefOf: (asset: OfId) => string } {
  const navigate = useNavigate()
  const router = useRouter()
  const { asset: param } = useSearch({ from: '/s/$shareId' })
  const index = assets.findIndex(({ id }) => String(id) === param)
  const go = (asset: OfId, replace: boolean): void =>
    void navigate({
      ...linkTo(shareId, asset),
      replace,
      state: (now) => ({ ...now, overList: replace ? now.overList : true }),
    })
  const hrefOf = useCallback(
    (asset: OfId) => router.buildLocation(linkTo(shareId, asset)).href,
    [router, shareId],
  )
  const previous = index > 0 ? assets[index - 1] : undefined
  const next = index >= 0 ? assets[index + 1] : undefined
  return {
    asset: assets[index],
    position: index + 1,
    total: assets.length,
    onPrevious: previous && (() => go(previous, true)),
    onNext: next && (() => go(next, true)),
    onClose: () => {
      if (router.state.location.state.overList) router.history.back()
      else void navigate({ to: '/s/$shareId', params: { shareId }, search: {}, replace: true })
    },
    open: (asset) => go(asset, false),
    hrefOf,
  }
}

function linkTo(shareId: string, asset: OfId) {
  return { to: '/s/$shareId', params: { shareId }, search: { asset: String(asset.id) } } as const
}
