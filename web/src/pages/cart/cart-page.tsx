import { cartsOf, isApiError } from '@cartouche/client'
import { useCart, useClient } from '@cartouche/react'
import { Skeleton } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { CartContent } from './cart-content.tsx'
import classes from './cart.module.css'

/** One cart by its address. */
export function CartPage() {
  const { cartId } = useParams({ from: '/frame/carts/$cartId' })
  return /^\d{1,15}$/.test(cartId) ? <CartOf key={cartId} id={Number(cartId)} /> : <Missing />
}

function CartOf({ id }: { readonly id: number }) {
  const carts = cartsOf(useClient())
  const snapshot = useCart(id)
  const { cart, status, error } = snapshot
  // An edit that failed is shown where it was made; the cart stays.
  if (cart !== null) return <CartContent cart={cart} snapshot={snapshot} />
  if (status !== 'error')
    return (
      <div className={classes.skeletons} aria-hidden>
        <Skeleton height={96} />
        <Skeleton />
      </div>
    )
  if (isApiError(error, 'cart_not_found') || isApiError(error, 'access_denied')) return <Missing />
  return <ErrorViewOf error={error} onRetry={() => void carts.fetchCart(id).catch(() => undefined)} />
}

function Missing() {
  const navigate = useNavigate()
  return (
    <EmptyState
      isPage
      text={<FormattedMessage id="cart.missing" />}
      label={<FormattedMessage id="cart.missing.action" />}
      onAction={() => void navigate({ to: '/carts' })}
    />
  )
}
