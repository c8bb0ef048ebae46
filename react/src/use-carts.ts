import { useEffect } from 'react'
import {
  cartsOf,
  lightTablesOf,
  sharesOf,
  type CartListSnapshot,
  type CartSharesSnapshot,
  type CartSnapshot,
  type LightTableSnapshot,
} from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useKey, useReadable } from './use-readable.ts'

/**
 * The carts that the user can see, read when the component comes, and as others change them. Order and
 * filter: `selectCarts`.
 */
export function useCarts(): CartListSnapshot {
  const carts = cartsOf(useClient())
  useEffect(() => {
    carts.fetchCarts().catch(() => undefined)
    return carts.watch()
  }, [carts])
  return useReadable(carts.list)
}

/** One cart with its items, read when the component comes, and as others change it. */
export function useCart(id: number): CartSnapshot {
  const carts = cartsOf(useClient())
  useEffect(() => {
    carts.fetchCart(id).catch(() => undefined)
    return carts.watch()
  }, [carts, id])
  return useKey(carts.byId, String(id))
}

/** The active shares of a cart, read when the component comes. */
export function useCartShares(cartId: number): CartSharesSnapshot {
  const shares = sharesOf(useClient())
  useEffect(() => {
    shares.fetchShares(cartId).catch(() => undefined)
  }, [shares, cartId])
  return useKey(shares.byCart, String(cartId))
}

/** The light table of a cart, read when the component comes, and as others change it. */
export function useLightTable(cartId: number): LightTableSnapshot {
  const tables = lightTablesOf(useClient())
  useEffect(() => {
    tables.fetch(cartId).catch(() => undefined)
    return tables.watch()
  }, [tables, cartId])
  return useKey(tables.byId, String(cartId))
}
