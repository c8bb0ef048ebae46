import type { Asset } from '@cartouche/contract'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { AssetViewProps } from '../../components/asset-view/asset-view.tsx'

interface OpenedCartAsset {
  readonly view: AssetViewProps | null
  readonly open: (asset: Pick<Asset, 'id'>) => void
  readonly hrefOf: (asset: Pick<Asset, 'id'>) => string
}

/**
 * The asset that the address opens over the cart, and its neighbours in the cart; null when there is none.
 */
export function useOpenedCartAsset(
  cartId: number,
  assets: readonly Asset[],
  onDeleted: () => void,
): OpenedCartAsset {
  const navigate = useNavigate()
  const router = useRouter()
  const { assetId: param } = useParams({ strict: false })
  const id = param !== undefined && /^\d+$/.test(param) ? Number(param) : null
  const index = id === null ? -1 : assets.findIndex((asset) => asset.id === id)
  const go = (asset: Pick<Asset, 'id'>, replace: boolean): void =>
    void navigate({
      to: '/carts/$cartId/$assetId',
      params: paramsOf(cartId, asset),
      replace,
      state: (now) => ({ ...now, overList: replace ? now.overList : true }),
    })
  const close = (): void => {
    if (router.state.location.state.overList) router.history.back()
    else void navigate({ to: '/carts/$cartId', params: { cartId: String(cartId) }, replace: true })
  }
  const hrefOf = useCallback(
    (asset: Pick<Asset, 'id'>) =>
      router.buildLocation({ to: '/carts/$cartId/$assetId', params: paramsOf(cartId, asset) }).href,
    [router, cartId],
  )
  const previous = index > 0 ? assets[index - 1] : undefined
  const next = index >= 0 ? assets[index + 1] : undefined
  const view: AssetViewProps | null =
    id === null
      ? null
      : {
          assetId: id,
          fromList: assets[index],
          onClose: close,
          position: index < 0 ? undefined : index + 1,
          total: index < 0 ? undefined : assets.length,
          onPrevious: previous && (() => go(previous, true)),
          onNext: next && (() => go(next, true)),
          neighbours: index < 0 ? undefined : { assets, onShow: (asset) => go(asset, true) },
          onDeleted: () => {
            close()
            onDeleted()
          },
        }
  return { view, open: (asset) => go(asset, false), hrefOf }
}

function paramsOf(cartId: number, asset: Pick<Asset, 'id'>) {
  return { cartId: String(cartId), assetId: String(asset.id) }
}
