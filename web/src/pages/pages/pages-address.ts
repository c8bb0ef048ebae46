import type { AddressParams } from '../../address/search-params.ts'
import { pageStates, type PageState } from './page-rows.ts'

/** Which pages are shown, as the address says it. */
export interface PagesState {
  /** Part of a name or of an address; `*` stands for anything. */
  readonly name: string
  /** One state; undefined for all. */
  readonly state: PageState | undefined
}

/** Reads `q` and `state`; what cannot be read is the default. */
export function readPagesAddress(params: AddressParams): PagesState {
  return {
    name: [params['q'] ?? ''].flat()[0] ?? '',
    state: pageStates.find((state) => state === params['state']),
  }
}

/** The opposite of {@link readPagesAddress}; what is the default leaves no trace. */
export function writePagesAddress({ name, state }: PagesState): AddressParams {
  return { ...(name === '' ? {} : { q: name }), ...(state === undefined ? {} : { state }) }
}
