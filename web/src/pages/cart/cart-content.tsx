import { cartsOf, type CartSnapshot } from '@cartouche/client'
import type { Asset, Cart, ItemReference } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconPhotoStar, IconShoppingBagMinus, IconStackBack, IconStackFront } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { loadPart } from '../../connection/load-part.ts'
import { AssetView } from '../../components/asset-view/lazy-asset-view.ts'
import type { ActionPlace } from '../../components/asset-actions/action-context.ts'
import { AssetSelectionBar } from '../../components/asset-actions/asset-action-buttons.tsx'
import { useGalleryActions } from '../../components/asset-actions/use-gallery-actions.ts'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { AssetGrid } from '../../components/gallery/asset-grid.tsx'
import { TileOrderContext } from '../../components/gallery/tile-order.ts'
import { createTableHandle } from '../../components/light-table/table-handle.ts'
import { useSelection } from '../../components/selection/use-selection.ts'
import { useViewSetting } from '../../components/view-settings/use-view-setting.ts'
import { CartDialogs, useCartDialogs } from './cart-dialogs.tsx'
import { CartHeader } from './cart-header.tsx'
import { CartVerbs } from './cart-verbs.tsx'
import { CartToolbar } from './cart-toolbar.tsx'
import { useMoveItems, useMoveKeys } from './use-move-items.ts'
import { useOpenedCartAsset } from './use-opened-cart-asset.ts'
import { useRemoveItems } from './use-remove-items.tsx'
import { useRebaseNotice } from './use-rebase-notice.ts'
import { useTableRecords } from './use-table-records.ts'
import { useTileOrder } from './use-tile-order.ts'
import { errorText } from '../../translations/error-text.ts'
import classes from './cart.module.css'

const loadLightTable = () => loadPart(() => import('./cart-light-table.tsx'))
const CartLightTable = lazy(async () => ({ default: (await loadLightTable()).CartLightTable }))

/** A cart with its wall of assets in order, and what can be done with them. */
export function CartContent({ cart, snapshot }: { readonly cart: Cart; readonly snapshot: CartSnapshot }) {
  const { items, found, hasNext } = snapshot
  const intl = useIntl()
  const carts = cartsOf(useClient())
  const navigate = useNavigate()
  const selection = useSelection()
  const [shownAs, setShownAs] = useViewSetting<string>('cartView', 'wall')
  const isTable = shownAs === 'table'
  const [table] = useState(createTableHandle)
  // The toolbar keeps what is typed: it begins again with another key.
  const [searches, setSearches] = useState(0)
  const endSearch = async (): Promise<void> => {
    await carts.search(cart.id, '')
    setSearches(searches + 1)
  }
  const { assets, need } = useTableRecords(snapshot.assets, selection.selection.ids, isTable)
  const isWide = useMediaQuery('(min-width: 62.01em)', true, { getInitialValueInEffect: false })
  const dialogs = useCartDialogs()
  const opened = useOpenedCartAsset(
    cart.id,
    snapshot.assets,
    () => void carts.fetchCart(cart.id).catch(() => undefined),
  )
  const remove = useRemoveItems(cart)
  const selectedIds = selection.selection.ids
  const canOrder = cart.permissions.edit && found === null
  const moving = useMoveItems(cart, items)
  const order = useTileOrder(canOrder, ({ id, edge, dragged }) =>
    moving.move(selectedIds.has(dragged) ? selectedIds : new Set([dragged]), { id, edge }),
  )
  useMoveKeys(canOrder && !isTable, snapshot.assets, selectedIds, moving.move)
  useRebaseNotice(snapshot.rebaseCount)
  const fetchMore = (): void => void carts.fetchMore(cart.id).catch(() => undefined)
  const setCover = ([one]: readonly Asset[]): void =>
    void carts.editCart(cart.id, { name: cart.name, coverItem: (one && referenceOf(one)) ?? null }).then(
      () => notifications.show({ message: intl.formatMessage({ id: 'cart.cover.done' }) }),
      (error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }),
    )
  const removeThem = (chosen: readonly Asset[]): void => {
    selection.clear()
    void remove(chosen.map(referenceOf))
  }
  const layers = [
    { id: 'front', label: 'lightTable.front', Icon: IconStackFront, run: () => table.relayer('front') },
    { id: 'back', label: 'lightTable.back', Icon: IconStackBack, run: () => table.relayer('back') },
  ] as const
  const place: ActionPlace = {
    onOpen: opened.open,
    onDeleted: () => void carts.fetchCart(cart.id).catch(() => undefined),
    own: cart.permissions.edit
      ? [
          ...(isTable ? layers : []),
          { id: 'cover', label: 'cart.cover', Icon: IconPhotoStar, isForOne: true, run: setCover },
          { id: 'remove', label: 'cart.remove', Icon: IconShoppingBagMinus, key: 'delete', run: removeThem },
        ]
      : [],
  }
  const { selected, gallery } = useGalleryActions({ assets, selection, place })
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
          {items.length > 0 && (
            <CartToolbar
              key={searches}
              cart={cart}
              snapshot={snapshot}
              isTable={isTable}
              onTable={(next) => setShownAs(next ? 'table' : 'wall')}
              onArrange={moving.arrange}
            />
          )}
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
            onAction={() => void endSearch()}
          />
        ) : isTable ? (
          <Suspense>
            <CartLightTable
              cart={cart}
              snapshot={snapshot}
              handle={table}
              selection={selection}
              hrefOf={opened.hrefOf}
              onOpen={opened.open}
              openId={opened.view?.assetId}
              actions={gallery}
              onSeen={need}
            />
          </Suspense>
        ) : (
          <TileOrderContext value={order}>
            <AssetGrid
              assets={snapshot.assets}
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
              actions={gallery}
              focused={moving.focused}
            />
          </TileOrderContext>
        )}
      </div>
      <VisuallyHidden aria-live="polite">{moving.said}</VisuallyHidden>
      {selected && (
        <AssetSelectionBar target={selected} onClear={selection.clear}>
          <CartVerbs
            own={(place.own ?? []).filter(({ id }) => id !== 'front' && id !== 'back')}
            assets={selected.assets}
            onMove={canOrder && !isTable ? (target) => moving.move(selectedIds, target) : undefined}
            onRemove={removeThem}
          />
        </AssetSelectionBar>
      )}
      <CartDialogs cart={cart} selected={selected?.assets.map(referenceOf) ?? []} dialogs={dialogs} />
      {opened.view && (
        <Suspense>
          <AssetView {...opened.view} />
        </Suspense>
      )}
    </div>
  )
}

function referenceOf({ $resource, id }: Asset): ItemReference {
  return { type: $resource, id }
}
