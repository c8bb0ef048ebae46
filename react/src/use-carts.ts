import { useEffect } from 'react'
import type { CartListSnapshot, CartSharesSnapshot, CartSnapshot } from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useKey, useReadable } from './use-readable.ts'

/** The carts that the surfer can see, read when the component comes. Order and filter: `selectCarts`. */
export function useCarts(): CartListSnapshot {
  const { carts } = useClient()
  useEffect(() => {
    carts.fetchCarts().catch(() => undefined)
  }, [carts])
  return useReadable(carts.list)
}

/** One cart with its items, read when the component comes. */
export function useCart(id: number): CartSnapshot {
  const { carts } = useClient()
  useEffect(() => {
    carts.fetchCart(id).catch(() => undefined)
  }, [carts, id])
  return useKey(carts.byId, String(id))
}

/** The living shares of a cart, read when the component comes. */
export function useCartShares(cartId: number): CartSharesSnapshot {
  const { shares } = useClient()
  useEffect(() => {
    shares.fetchShares(cartId).catch(() => undefined)
  }, [shares, cartId])
  return useKey(shares.byCart, String(cartId))
}
