import type { AddressParams } from '../../address/search-params.ts'

/** What the page of similar pictures shows, as its address says it. */
export interface SimilarState {
  /** The asset that the pictures are like, by id; null where the address names none. */
  readonly to: number | null
  /** They are like a picture that was chosen; the address does not say which. */
  readonly byPicture: boolean
}

/** Reads `to`, or else `by=picture`. What cannot be read is left out: an address is typed by people. */
export function readSimilarAddress(params: AddressParams): SimilarState {
  const [to = ''] = [params['to'] ?? ''].flat()
  const id = /^\d{1,15}$/.test(to) ? Number(to) : null
  return { to: id, byPicture: id === null && params['by'] === 'picture' }
}

/** The opposite of {@link readSimilarAddress}. */
export function writeSimilarAddress({ to, byPicture }: SimilarState): AddressParams {
  if (to !== null) return { to: String(to) }
  return byPicture ? { by: 'picture' } : {}
}
