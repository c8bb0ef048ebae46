import type { Marks } from '@cartouche/client'

/** What the strip shows. */
export const cullFilters = ['all', 'unmarked', 'picked', 'rejected', 'rated'] as const
export type CullFilter = (typeof cullFilters)[number]

/** Whether marks fit a filter. */
export function fitsFilter(filter: CullFilter, { rating, label, pick }: Marks): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'unmarked':
      return rating === 0 && label === null && pick === null
    case 'rated':
      return rating > 0
    default:
      return pick === filter
  }
}

/** How many are picked, and how many rejected. */
export function countPicks(marks: Iterable<Marks>): { readonly picked: number; readonly rejected: number } {
  let [picked, rejected] = [0, 0]
  for (const { pick } of marks) {
    if (pick === 'picked') picked++
    if (pick === 'rejected') rejected++
  }
  return { picked, rejected }
}

/**
 * The one to show after `id` in a direction, of those that fit: `id` itself may have been filtered out by
 * what was just set.
 */
export function neighbourIn(
  ids: readonly number[],
  fitting: ReadonlySet<number>,
  id: number,
  by: 1 | -1,
): number | undefined {
  const at = ids.indexOf(id)
  const rest = by === 1 ? ids.slice(at + 1) : ids.slice(0, Math.max(0, at)).toReversed()
  return rest.find((one) => fitting.has(one))
}
