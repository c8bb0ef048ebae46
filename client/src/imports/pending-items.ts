import { calls, importItemStatuses } from '@cartouche/contract/wire'
import { toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { createCell, type Readable } from '../store/keyed-store.ts'
import type { ImportNeeds } from './import-jobs.ts'

/** Items that are being inspected. */
export interface PendingItemsSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly total: number
}

/** How many items are being inspected. */
export interface PendingItems {
  /** As it was last asked for. */
  readonly pending: Readable<PendingItemsSnapshot>
  /** Counts them: of these imports, or of all. A failure is logged and thrown. */
  fetchPending(jobIds?: readonly number[]): Promise<void>
}

const unread: PendingItemsSnapshot = { status: 'unknown', error: null, total: 0 }

/** Counts items by their status. @source data-layer §7: items being analyzed are counted with status 2 */
export function createPendingItems(needs: ImportNeeds): PendingItems & { clear(): void } {
  const pending = createCell(unread)
  return {
    pending,
    clear: () => pending.set(unread),
    async fetchPending(jobIds) {
      pending.update((snapshot) => ({ ...snapshot, status: 'fetching', error: null }))
      try {
        pending.set({ status: 'loaded', error: null, total: await countPending(needs, jobIds) })
      } catch (error) {
        const failure = toFailure(error)
        needs.log('error', 'Could not retrieve jobPending', failure)
        pending.update((snapshot) => ({ ...snapshot, status: 'error', error: failure }))
        throw failure
      }
    },
  }
}

async function countPending({ transport }: ImportNeeds, jobIds?: readonly number[]): Promise<number> {
  if (jobIds?.length === 0) return 0
  const [first = 0, ...others] = jobIds ?? []
  const job = others.length === 0 ? { eq: first } : { in: [first, ...others] }
  const { response } = await transport.call(calls.findAllImportItems, {
    query: { ...(jobIds ? { job } : {}), status: { eq: importItemStatuses.analyzing } },
    aggFields: ['job'],
    withData: false,
  })
  return response.total
}
