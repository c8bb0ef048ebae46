import type { AddressParams } from './search-params.ts'

/** The page of a document that an address (`?page=12`) names, from 1. */
export function pageOf({ page }: Readonly<Record<string, unknown>>): number {
  return typeof page === 'string' && /^\d{1,6}$/.test(page) ? Math.max(1, Number(page)) : 1
}

/** The address without it: another document begins at its first page. */
export function withoutPage({ page: _page, ...search }: AddressParams): AddressParams {
  return search
}
