import type { Asset } from '@cartouche/contract'
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { withoutPage } from '../../address/page-of-document.ts'
import { searchOfState } from '../../address/search-of-state.ts'
import type { AssetViewProps } from '../../components/asset-view/asset-view.tsx'
import type { Browse } from './use-browse.ts'

/**
 * Records before the end of what is loaded at which the next page is asked for, so that → never waits, and
 * the filmstrip does not end.
 */
const ahead = 12

/** An asset over the list, or none, and the ways to open one. */
export interface OpenedAsset {
  readonly view: AssetViewProps | null
  readonly open: (asset: Asset) => void
  readonly hrefOf: (asset: Asset) => string
}

/** The asset that the address names; null where it names none. */
export function useOpenedId(): number | null {
  const { assetId } = useParams({ strict: false })
  return assetId !== undefined && /^\d+$/.test(assetId) ? Number(assetId) : null
}

/** The asset that is open over the list, and how to go on from it. */
export function useOpenedAsset({ state, assets, cursor }: Browse, id: number | null): OpenedAsset {
  const navigate = useNavigate()
  const router = useRouter()
  const address = useSearch({ from: '/frame/browse' })
  // A page is that of the document that is open.
  const search = useMemo(() => withoutPage(address), [address])
  const index = id === null ? -1 : assets.findIndex((asset) => asset.id === id)
  const { hasNext, status, actions } = cursor
  useEffect(() => {
    if (index >= 0 && hasNext && status === 'loaded' && index >= assets.length - ahead) actions.next()
  }, [index, hasNext, status, actions, assets.length])

  const go = useCallback(
    (asset: Asset, replace: boolean): void =>
      void navigate({
        to: '/browse/$assetId',
        params: { assetId: String(asset.id) },
        search,
        replace,
        state: (now) => ({ ...now, overList: replace ? now.overList : true }),
      }),
    [navigate, search],
  )
  const open = useCallback((asset: Asset) => go(asset, false), [go])
  const close = (): void => {
    // Opened from the list: back to that very step of the history. By its address alone: on to the list.
    if (router.state.location.state.overList) router.history.back()
    else void navigate({ to: '/browse', search, replace: true })
  }
  const hrefOf = useMemo(() => {
    const { pathname, searchStr } = router.buildLocation({ to: '/browse', search })
    return (asset: Asset) => `${pathname}/${asset.id}${searchStr}`
  }, [router, search])
  const previous = index > 0 ? assets[index - 1] : undefined
  const next = index >= 0 ? assets[index + 1] : undefined
  const total = index < 0 ? undefined : cursor.total
  const view: AssetViewProps | null =
    id === null
      ? null
      : {
          assetId: id,
          fromList: assets[index],
          comment: Number(search['comment'] ?? 0),
          onClose: close,
          position: index < 0 ? undefined : index + 1,
          total,
          onPrevious: previous && (() => go(previous, true)),
          onNext: next && (() => go(next, true)),
          neighbours: index < 0 ? undefined : { assets, onShow: (asset) => go(asset, true) },
          // Before its results are there, it is taken to be one of them.
          list: cursor.hasData && index < 0 ? undefined : { search: searchOfState(state), total },
          onDeleted: () => {
            close()
            actions.refresh()
          },
        }
  return { view, open, hrefOf }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The asset was opened from the list below it: Back closes it. */
    overList?: boolean | undefined
  }
}
