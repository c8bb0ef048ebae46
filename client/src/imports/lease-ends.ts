import type { ImportItem } from '@cartouche/contract/wire'
import type { Clock } from '../clock.ts'

/** When the leases of shown items end: nobody tells it, as nothing happens on the server then. */
export interface LeaseEnds {
  /** Looks at all items of an import that are shown now. */
  follow(jobId: number, items: readonly ImportItem[]): void
  forget(jobId: number): void
}

/**
 * Follows the leases of items by the clock here, from the answer that told how long each lasts.
 * `end`: shows an import once more, each item as it is `current`.
 * @source decision 0168
 */
export function createLeaseEnds(
  clock: Clock,
  end: (jobId: number, current: (item: ImportItem) => ImportItem) => void,
): LeaseEnds {
  /** By the lease as it was answered, milliseconds of the clock. */
  const endsAtMs = new WeakMap<object, number>()
  const timers = new Map<number, () => void>()
  const endOf = ({ $lockedby: lease }: ImportItem): number => {
    if (lease === null) return Infinity
    const known = endsAtMs.get(lease) ?? clock.nowMs() + lease.seconds * 1000
    endsAtMs.set(lease, known)
    return known
  }
  const current = (item: ImportItem): ImportItem =>
    endOf(item) <= clock.nowMs() ? { ...item, $lockedby: null } : item
  const forget = (jobId: number): void => {
    timers.get(jobId)?.()
    timers.delete(jobId)
  }
  return {
    forget,
    follow(jobId, items) {
      forget(jobId)
      const first = items.reduce((earliest, item) => Math.min(earliest, endOf(item)), Infinity)
      if (first < Infinity)
        timers.set(
          jobId,
          clock.after(Math.max(0, first - clock.nowMs()), () => end(jobId, current)),
        )
    },
  }
}
