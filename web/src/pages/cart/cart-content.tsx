import type { CartSnapshot } from '@cartouche/client'
import type { Cart } from '@cartouche/contract'
import { useCan, useClient } from '@cartouche/react'
import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { DeleteCartDialog } from '../../components/cart-dialogs/delete-cart-dialog.tsx'
import { useAddToCart } from '../../components/cart-picker/use-add-to-cart.tsx'
import { DownloadDialog } from '../../components/download-dialog/download-dialog.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { AssetGrid } from '../../components/gallery/asset-grid.tsx'
import { useSelection } from '../../components/selection/use-selection.ts'
import { ShareDialog } from '../../components/share-dialog/share-dialog.tsx'
import { CartHeader } from './cart-header.tsx'
import { CartSelectionBar } from './cart-selection-bar.tsx'
import { useOpenedCartAsset } from './use-opened-cart-asset.ts'
import { useRemoveItems } from './use-remove-items.tsx'
import classes from './cart.module.css'

const AssetView = lazy(async () => ({ default: (await import('../../components/asset-view/asset-view.tsx')).AssetView }))

const noMore = (): void => undefined

/** A cart with its wall of assets in order, and what can be done with them. */
export function CartContent({ cart, snapshot: { assets, items } }: { readonly cart: Cart; readonly snapshot: CartSnapshot }) {
  const { carts } = useClient()
  const navigate = useNavigate()
  const selection = useSelection()
  const canCart = useCan('cart/update')
  const addToCart = useAddToCart()
  const isWide = useMediaQuery('(min-width: 62.01em)', true, { getInitialValueInEffect: false })
  const [dialog, setDialog] = useState<'download' | 'share' | 'delete' | null>(null)
  const opened = useOpenedCartAsset(cart.id, assets, () => void carts.fetchCart(cart.id).catch(() => undefined))
  const remove = useRemoveItems(cart)
  const close = (): void => setDialog(null)
  const selected = assets.filter(({ id }) => selection.selection.ids.has(id))
  const references = selected.map(({ $resource, id }) => ({ type: $resource, id }))
  const hiddenCount = items.length - assets.length
  return (
    <div className={classes.page}>
      <CartHeader cart={cart} onDownload={() => setDialog('download')} onShare={() => setDialog('share')} onDelete={() => setDialog('delete')} />
      <div className={classes.wall}>
        {hiddenCount > 0 && <Text fz="sm" c="dimmed" className={classes.hidden}><FormattedMessage id="cart.hidden" values={{ count: hiddenCount }} /></Text>}
        {items.length === 0
          ? <EmptyState text={<FormattedMessage id="cart.empty" />} label={<FormattedMessage id="cart.empty.action" />} onAction={() => void navigate({ to: '/browse' })} />
          : (
            <AssetGrid
              assets={assets} total={assets.length} hasNext={false} onNext={noMore} rowHeight={isWide ? 200 : 140} hrefOf={opened.hrefOf} onOpen={opened.open} openId={opened.view?.assetId}
              selection={selection} scrollKey={`cart ${cart.id}`} resetKey={String(cart.id)} onAddToCart={undefined}
            />
          )}
      </div>
      {selected.length > 0 && (
        <CartSelectionBar
          cart={cart} assets={selected} onDownload={() => setDialog('download')} onClear={selection.clear} onCopy={canCart ? () => addToCart.add(selected.map(({ id }) => id), 'asked') : undefined}
          onRemove={() => {
            selection.clear()
            void remove(references)
          }}
        />
      )}
      {dialog === 'download' && <DownloadDialog cart={cart} selected={references} onClose={close} />}
      {dialog === 'share' && <ShareDialog cart={cart} onClose={close} />}
      {dialog === 'delete' && <DeleteCartDialog cart={cart} onClose={close} onDeleted={() => void navigate({ to: '/carts' })} />}
      {opened.view && <Suspense><AssetView {...opened.view} /></Suspense>}
      {addToCart.dialog}
    </div>
  )
}
