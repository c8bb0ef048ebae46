interface AddedInMonth {
  /** `2026-11`, UTC. */
  readonly month: string
  readonly sizeBytes: number
  readonly renditionsSizeBytes: number
}

interface MonthEnd {
  readonly month: string
  readonly originals: number
  readonly renditions: number
}

/**
 * What all files take at the end of each month, bytes: from the month before the first one was added, with
 * nothing, to the month of `today`; months without any too.
 */
export function addUpMonths(added: readonly AddedInMonth[], today: Date): MonthEnd[] {
  const byMonth = new Map(added.map((one) => [one.month, one]))
  const last = [...byMonth.keys(), monthOf(today)].toSorted().at(-1) ?? ''
  const ends: MonthEnd[] = []
  let [originals, renditions] = [0, 0]
  for (let month = addMonths(added[0]?.month ?? last, -1); month <= last; month = addMonths(month, 1)) {
    originals += byMonth.get(month)?.sizeBytes ?? 0
    renditions += byMonth.get(month)?.renditionsSizeBytes ?? 0
    ends.push({ month, originals, renditions })
  }
  return ends
}

const monthOf = (date: Date): string => date.toISOString().slice(0, 7)

function addMonths(month: string, count: number): string {
  const date = new Date(month)
  date.setUTCMonth(date.getUTCMonth() + count)
  return monthOf(date)
}
