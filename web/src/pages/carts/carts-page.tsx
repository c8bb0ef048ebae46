import { cartsOf, selectCarts } from '@cartouche/client'
import type { Cart } from '@cartouche/contract'
import { useCan, useCarts, useClient } from '@cartouche/react'
import { Skeleton, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { CreateCartDialog } from '../../components/cart-dialogs/create-cart-dialog.tsx'
import { DeleteCartDialog } from '../../components/cart-dialogs/delete-cart-dialog.tsx'
import { RenameCartDialog } from '../../components/cart-dialogs/rename-cart-dialog.tsx'
import { DownloadDialog } from '../../components/download-dialog/download-dialog.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { ShareDialog } from '../../components/share-dialog/share-dialog.tsx'
import {
  allCarts,
  directionOf,
  readCartsAddress,
  writeCartsAddress,
  type CartsState,
} from './carts-address.ts'
import { CartsToolbar } from './carts-toolbar.tsx'
import { CartsWall } from './carts-wall.tsx'
import classes from './carts.module.css'

type Dialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'download' | 'share' | 'rename' | 'delete'; readonly id: number }
  | null

/** The own carts and those of others, filtered and ordered by the address. */
export function CartsPage() {
  const client = useClient()
  const navigate = useNavigate()
  const state = readCartsAddress(useSearch({ from: '/frame/carts' }))
  const { carts, hasData, status, error } = useCarts()
  const canCreate = useCan('cart/create')
  const [dialog, setDialog] = useState<Dialog>(null)
  const change = (next: CartsState): void =>
    void navigate({ to: '/carts', search: writeCartsAddress(next), replace: true })
  const close = (): void => setDialog(null)
  const create = canCreate ? (): void => setDialog({ kind: 'create' }) : undefined
  const chosen = selectCarts(carts, {
    name: state.name,
    ...(state.whose === 'all' ? {} : { whose: state.whose }),
    types: state.type === '' ? [] : [state.type],
    sortBy: state.order,
    direction: directionOf(state),
  })
  const select = (isMine: boolean): readonly Cart[] => chosen.filter((cart) => cart.isMine === isMine)
  const sections = [
    { heading: 'carts.mine', carts: select(true) },
    { heading: 'carts.others', carts: select(false) },
  ] as const
  const types = [...new Set(carts.map(({ type }) => type).filter((type) => type !== ''))].toSorted(
    (left, right) => left.localeCompare(right),
  )
  const named =
    dialog !== null && dialog.kind !== 'create' ? carts.find(({ id }) => id === dialog.id) : undefined
  const isEmpty = chosen.length === 0
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Title order={1}>
          <FormattedMessage id="carts.title" />
        </Title>
        {(carts.length > 0 || state.name !== '') && (
          <CartsToolbar state={state} types={types} onChange={change} onCreate={create} />
        )}
      </header>
      {!hasData && status === 'error' ? (
        <ErrorViewOf
          error={error}
          onRetry={() =>
            void cartsOf(client)
              .fetchCarts()
              .catch(() => undefined)
          }
        />
      ) : !hasData ? (
        <Skeletons />
      ) : carts.length === 0 ? (
        <EmptyState
          text={<FormattedMessage id="carts.empty" />}
          label={<FormattedMessage id="carts.empty.action" />}
          onAction={create}
        />
      ) : isEmpty ? (
        <EmptyState
          text={
            state.name === '' ? (
              <FormattedMessage id="carts.noneHere" />
            ) : (
              <FormattedMessage id="carts.noMatch" values={{ name: state.name }} />
            )
          }
          label={<FormattedMessage id="carts.noMatch.action" />}
          onAction={() => change(allCarts)}
        />
      ) : (
        <CartsWall
          sections={sections}
          onDownload={({ id }) => setDialog({ kind: 'download', id })}
          onShare={({ id }) => setDialog({ kind: 'share', id })}
          onRename={({ id }) => setDialog({ kind: 'rename', id })}
          onDelete={({ id }) => setDialog({ kind: 'delete', id })}
        />
      )}
      {dialog?.kind === 'create' && (
        <CreateCartDialog
          onClose={close}
          onCreated={({ id }) => void navigate({ to: '/carts/$cartId', params: { cartId: String(id) } })}
        />
      )}
      {dialog?.kind === 'download' && named && <DownloadDialog cart={named} selected={[]} onClose={close} />}
      {dialog?.kind === 'share' && named && <ShareDialog cart={named} onClose={close} />}
      {dialog?.kind === 'rename' && named && <RenameCartDialog cart={named} onClose={close} />}
      {dialog?.kind === 'delete' && named && (
        <DeleteCartDialog cart={named} onClose={close} onDeleted={close} />
      )}
    </div>
  )
}

function Skeletons() {
  return (
    <div className={classes.skeletons} aria-hidden>
      {[0, 1, 2, 3, 4, 5].map((place) => (
        <Skeleton key={place} height={220} />
      ))}
    </div>
  )
}
