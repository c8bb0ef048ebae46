import type { Asset } from '@cartouche/contract'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { withoutPage } from '../../address/page-of-document.ts'
import type { AddressParams } from '../../address/search-params.ts'
import type { AssetViewProps } from '../../components/asset-view/asset-view.tsx'

/** The asset that the address opens over similar pictures, and its neighbours; null when there is none. */
export function useOpenedSimilar(
  address: AddressParams,
  assets: readonly Asset[],
): { readonly view: AssetViewProps | null } {
  const search = withoutPage(address)
  const navigate = useNavigate()
  const router = useRouter()
  const { assetId: param } = useParams({ strict: false })
  const id = param !== undefined && /^\d+$/.test(param) ? Number(param) : null
  if (id === null) return { view: null }
  const index = assets.findIndex((asset) => asset.id === id)
  const go = (asset: Asset): void =>
    void navigate({
      to: '/similar/$assetId',
      params: { assetId: String(asset.id) },
      search,
      replace: true,
      state: (now) => ({ ...now, overList: now.overList }),
    })
  const close = (): void => {
    if (router.state.location.state.overList) router.history.back()
    else void navigate({ to: '/similar', search, replace: true })
  }
  const previous = index > 0 ? assets[index - 1] : undefined
  const next = index >= 0 ? assets[index + 1] : undefined
  return {
    view: {
      assetId: id,
      fromList: assets[index],
      onClose: close,
      position: index < 0 ? undefined : index + 1,
      total: index < 0 ? undefined : assets.length,
      onPrevious: previous && (() => go(previous)),
      onNext: next && (() => go(next)),
      neighbours: index < 0 ? undefined : { assets, onShow: go },
    },
  }
}
