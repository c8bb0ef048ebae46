import type { AddressParams } from '../../address/search-params.ts'

/** What the page of similar pictures shows, as its address says it. */
export interface SimilarState {
  /** The asset that the pictures are like, by id; null where the address names none. */
  readonly to: number | null
}

/** Reads `to`. What cannot be read is left out: an address is typed by people. */
export function readSimilarAddress(params: AddressParams): SimilarState {
  const [to = ''] = [params['to'] ?? ''].flat()
  return { to: /^\d{1,15}$/.test(to) ? Number(to) : null }
}

/** The opposite of {@link readSimilarAddress}. */
export function writeSimilarAddress({ to }: SimilarState): AddressParams {
  return to === null ? {} : { to: String(to) }
}
