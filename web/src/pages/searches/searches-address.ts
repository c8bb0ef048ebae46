import type { SavedSearchSelection } from '@cartouche/client'
import type { AddressParams } from '../../address/search-params.ts'

/** Orders of saved searches; all but names begin with the latest. */
export const searchOrders = ['modified', 'created', 'name'] as const
export type SearchOrder = (typeof searchOrders)[number]

/** Which saved searches are shown in which order, as the address says it. */
export interface SearchesState {
  /** Part of a name; `*` stands for anything. */
  readonly name: string
  readonly order: SearchOrder
}

/** Reads `q` and `order`; what cannot be read is the default. */
export function readSearchesAddress(params: AddressParams): SearchesState {
  const name = [params['q'] ?? ''].flat()[0] ?? ''
  return { name, order: searchOrders.find((order) => order === params['order']) ?? 'modified' }
}

/** The opposite of {@link readSearchesAddress}; what is the default leaves no trace. */
export function writeSearchesAddress({ name, order }: SearchesState): AddressParams {
  return { ...(name === '' ? {} : { q: name }), ...(order === 'modified' ? {} : { order }) }
}

/** What the data layer is asked for a state. */
export function selectionOf({ name, order }: SearchesState): SavedSearchSelection {
  return { name, sortBy: order, direction: order === 'name' ? 'asc' : 'desc' }
}
