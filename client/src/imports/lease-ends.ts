import type { ImportItem } from '@cartouche/contract/wire'
import type { Clock } from '../clock.ts'

type ListId = number | 'single'

/** When the leases of shown items end: no event announces it, as nothing happens on the server then. */
export interface LeaseEnds<Id extends ListId> {
  /** Looks at all items of a list that are shown now. `list`: the id of an import, or a name of its own. */
  follow(list: Id, items: readonly ImportItem[]): void
  forget(list: Id): void
}

/**
 * Follows the leases of items by the clock here, from the answer that said how long each lasts.
 * `end`: shows a list once more, each item as it is `current`.
 * @source decision 0168
 */
export function createLeaseEnds<Id extends ListId>(
  clock: Clock,
  end: (list: Id, current: (item: ImportItem) => ImportItem) => void,
): LeaseEnds<Id> {
  /** By the lease as it was answered, milliseconds of the clock. */
  const endsAtMs = new WeakMap<object, number>()
  const timers = new Map<Id, () => void>()
  const endOf = ({ $lockedby: lease }: ImportItem): number => {
    if (lease === null) return Infinity
    const known = endsAtMs.get(lease) ?? clock.nowMs() + lease.seconds * 1000
    endsAtMs.set(lease, known)
    return known
  }
  const current = (item: ImportItem): ImportItem =>
    endOf(item) <= clock.nowMs() ? { ...item, $lockedby: null } : item
  const forget = (list: Id): void => {
    timers.get(list)?.()
    timers.delete(list)
  }
  return {
    forget,
    follow(list, items) {
      forget(list)
      const first = items.reduce((earliest, item) => Math.min(earliest, endOf(item)), Infinity)
      if (first < Infinity)
        timers.set(
          list,
          clock.after(Math.max(0, first - clock.nowMs()), () => end(list, current)),
        )
    },
  }
}
