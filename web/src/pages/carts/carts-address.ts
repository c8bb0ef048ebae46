import type { AddressParams } from '../../address/search-params.ts'

/** Orders of carts; names begin with A and ends with the next one, all others with the greatest. */
export const cartOrders = ['modified', 'id', 'name', 'total', 'expires'] as const
export type CartOrder = (typeof cartOrders)[number]

/** Whose carts are shown. */
export const cartOwners = ['all', 'mine', 'shared', 'public'] as const
export type CartOwners = (typeof cartOwners)[number]

/** Which carts are shown in which order, as the address says it. */
export interface CartsState {
  /** Part of a name; `*` stands for anything. */
  readonly name: string
  readonly order: CartOrder
  /** The other way round than the order has it. */
  readonly isReversed: boolean
  readonly whose: CartOwners
  /** One type of carts; empty for all. */
  readonly type: string
}

/** What is shown where the address says nothing. */
export const allCarts: CartsState = { name: '', order: 'modified', isReversed: false, whose: 'all', type: '' }

/** Reads `q`, `order`, `reverse`, `whose` and `type`; what cannot be read is the default. */
export function readCartsAddress(params: AddressParams): CartsState {
  const text = (name: string): string => [params[name] ?? ''].flat()[0] ?? ''
  return {
    name: text('q'),
    order: cartOrders.find((order) => order === params['order']) ?? 'modified',
    isReversed: text('reverse') === '1',
    whose: cartOwners.find((whose) => whose === params['whose']) ?? 'all',
    type: text('type'),
  }
}

/** The opposite of {@link readCartsAddress}; what is the default leaves no trace. */
export function writeCartsAddress({ name, order, isReversed, whose, type }: CartsState): AddressParams {
  return {
    ...(name === '' ? {} : { q: name }),
    ...(order === 'modified' ? {} : { order }),
    ...(isReversed ? { reverse: '1' } : {}),
    ...(whose === 'all' ? {} : { whose }),
    ...(type === '' ? {} : { type }),
  }
}

/** Which way an order goes. */
export function directionOf({ order, isReversed }: Pick<CartsState, 'order' | 'isReversed'>): 'asc' | 'desc' {
  const rises = order === 'name' || order === 'expires'
  return rises === isReversed ? 'desc' : 'asc'
}
