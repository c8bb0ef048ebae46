import { cartsOf, type CartSnapshot } from '@cartouche/client'
import type { Cart } from '@cartouche/contract'
import { useCan, useClient } from '@cartouche/react'
import { Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { loadPart } from '../../connection/load-part.ts'
import { useAddToCart } from '../../components/cart-picker/use-add-to-cart.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { AssetGrid } from '../../components/gallery/asset-grid.tsx'
import { TileOrderContext } from '../../components/gallery/tile-order.ts'
import { useSelection } from '../../components/selection/use-selection.ts'
import { CartDialogs, useCartDialogs } from './cart-dialogs.tsx'
import { CartHeader } from './cart-header.tsx'
import { CartSelectionBar } from './cart-selection-bar.tsx'
import { CartToolbar } from './cart-toolbar.tsx'
import { useMoveItems, useMoveKeys } from './use-move-items.ts'
import { useOpenedCartAsset } from './use-opened-cart-asset.ts'
import { useRemoveItems } from './use-remove-items.tsx'
import { useRebaseNotice } from './use-rebase-notice.ts'
import { useTileOrder } from './use-tile-order.ts'
import { errorText } from '../../translations/error-text.ts'
import classes from './cart.module.css'

const AssetView = lazy(async () => ({
  default: (await loadPart(() => import('../../components/asset-view/asset-view.tsx'))).AssetView,
}))

/** A cart with its wall of assets in order, and what can be done with them. */
export function CartContent({ cart, snapshot }: { readonly cart: Cart; readonly snapshot: CartSnapshot }) {
  const { assets, items, found, hasNext } = snapshot
  const intl = useIntl()
  const carts = cartsOf(useClient())
  const navigate = useNavigate()
  const selection = useSelection()
  const canCart = useCan('cart/update')
  const addToCart = useAddToCart()
  const isWide = useMediaQuery('(min-width: 62.01em)', true, { getInitialValueInEffect: false })
  const dialogs = useCartDialogs()
  const opened = useOpenedCartAsset(
    cart.id,
    assets,
    () => void carts.fetchCart(cart.id).catch(() => undefined),
  )
  const remove = useRemoveItems(cart)
  const selectedIds = selection.selection.ids
  const selected = assets.filter(({ id }) => selectedIds.has(id))
  const references = selected.map(({ $resource, id }) => ({ type: $resource, id }))
  const canOrder = cart.permissions.edit && found === null
  const moving = useMoveItems(cart, items)
  const order = useTileOrder(canOrder, ({ id, edge, dragged }) =>
    moving.move(selectedIds.has(dragged) ? selectedIds : new Set([dragged]), { id, edge }),
  )
  useMoveKeys(canOrder, assets, selectedIds, moving.move)
  useRebaseNotice(snapshot.rebaseCount)
  const fetchMore = (): void => void carts.fetchMore(cart.id).catch(() => undefined)
  const setCover = (): void =>
    void carts.editCart(cart.id, { name: cart.name, coverItem: references[0] ?? null }).then(
      () => notifications.show({ message: intl.formatMessage({ id: 'cart.cover.done' }) }),
      (error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }),
    )
  const hiddenCount = cart.total - (cart.fulltext === undefined ? items.length : cart.total)
  return (
    <div className={classes.page}>
      <CartHeader
        cart={cart}
        onDownload={() => dialogs.open('download')}
        onShare={() => dialogs.open('share')}
        onPeople={() => dialogs.open('people')}
        onSettings={() => dialogs.open('settings')}
        onDelete={() => dialogs.open('delete')}
      />
      <div className={classes.wall}>
        <div>
          {items.length > 0 && <CartToolbar cart={cart} snapshot={snapshot} onArrange={moving.arrange} />}
          {hiddenCount > 0 && snapshot.status !== 'fetching' && (
            <Text fz="sm" c="dimmed" className={classes.hidden}>
              <FormattedMessage id="cart.hidden" values={{ count: hiddenCount }} />
            </Text>
          )}
        </div>
        {items.length === 0 ? (
          <EmptyState
            text={<FormattedMessage id="cart.empty" />}
            label={<FormattedMessage id="cart.empty.action" />}
            onAction={() => void navigate({ to: '/browse' })}
          />
        ) : found !== null && found.items.length === 0 ? (
          <EmptyState
            text={<FormattedMessage id="cart.search.none" values={{ words: found.fulltext }} />}
            label={<FormattedMessage id="cart.search.end" />}
            onAction={() => void carts.search(cart.id, '')}
          />
        ) : (
          <TileOrderContext value={order}>
            <AssetGrid
              assets={assets}
              total={found?.items.length ?? items.length}
              hasNext={hasNext}
              onNext={fetchMore}
              rowHeight={isWide ? 200 : 140}
              hrefOf={opened.hrefOf}
              onOpen={opened.open}
              openId={opened.view?.assetId}
              selection={selection}
              scrollKey={`cart ${cart.id}`}
              resetKey={`${cart.id} ${found?.fulltext ?? ''}`}
              onAddToCart={undefined}
              focused={moving.focused}
            />
          </TileOrderContext>
        )}
      </div>
      <VisuallyHidden aria-live="polite">{moving.said}</VisuallyHidden>
      {selected.length > 0 && (
        <CartSelectionBar
          cart={cart}
          assets={selected}
          onDownload={() => dialogs.open('download')}
          onClear={selection.clear}
          onCopy={
            canCart
              ? () =>
                  addToCart.add(
                    selected.map(({ id }) => id),
                    'asked',
                  )
              : undefined
          }
          onMove={canOrder ? (target) => moving.move(selectedIds, target) : undefined}
          onCover={setCover}
          onRemove={() => {
            selection.clear()
            void remove(references)
          }}
        />
      )}
      <CartDialogs cart={cart} selected={references} dialogs={dialogs} />
      {opened.view && (
        <Suspense>
          <AssetView {...opened.view} />
        </Suspense>
      )}
      {addToCart.dialog}
    </div>
  )
}
