import { toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { createCell, type Readable } from '../store/keyed-store.ts'

/** The last answer of the server; null before the first. */
export interface CachedAnswer<Data> {
  readonly status: LoadStatus
  readonly data: Data | null
  readonly error: Failure | null
}

/** Keeps one answer. What was read before stays while the next is read, and where that fails. */
export function createCachedAnswer<Data>(): Readable<CachedAnswer<Data>> & {
  load(read: () => Promise<Data>): Promise<void>
  set(data: Data): void
  clear(): void
} {
  const unread: CachedAnswer<Data> = { status: 'unknown', data: null, error: null }
  const cell = createCell(unread)
  let newest = 0
  const set = (data: Data): void => cell.set({ status: 'loaded', data, error: null })
  return {
    get: cell.get,
    subscribe: cell.subscribe,
    set,
    async load(read) {
      const mine = ++newest
      cell.update((known) => ({ ...known, status: 'fetching', error: null }))
      try {
        const data = await read()
        if (mine === newest) set(data)
      } catch (error) {
        if (mine === newest) cell.update((known) => ({ ...known, status: 'error', error: toFailure(error) }))
        throw error
      }
    },
    clear() {
      newest++
      cell.set(unread)
    },
  }
}
