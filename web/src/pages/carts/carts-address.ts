import type { AddressParams } from '../../app/search-params.ts'

/** Orders of carts; all but names begin with the greatest. */
export const cartOrders = ['modified', 'id', 'name', 'total'] as const
export type CartOrder = (typeof cartOrders)[number]

/** Which carts are shown in which order, as the address says it. */
export interface CartsState {
  /** Part of a name; `*` stands for anything. */
  readonly name: string
  readonly order: CartOrder
}

/** Reads `q` and `order`; what cannot be read is the default. */
export function readCartsAddress(params: AddressParams): CartsState {
  const name = [params['q'] ?? ''].flat()[0] ?? ''
  return { name, order: cartOrders.find((order) => order === params['order']) ?? 'modified' }
}

/** The opposite of {@link readCartsAddress}; what is the default leaves no trace. */
export function writeCartsAddress({ name, order }: CartsState): AddressParams {
  return { ...(name === '' ? {} : { q: name }), ...(order === 'modified' ? {} : { order }) }
}
