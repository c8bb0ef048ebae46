import type { Counts } from './use-entity-names.ts'

/** A day (UTC), and how much of each kind there was. */
export type DayCounts<Kind extends string> = { readonly day: string } & Readonly<Record<Kind, number>>

const dayMs = 86_400_000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * A row for each of the last `days` with today, or from the first that has events where `days` is 0; the
 * earliest first. Days that nothing is counted of have 0.
 */
export function fillDays<Kind extends string>(
  counts: Readonly<Record<Kind, Counts>>,
  days: number,
  today: Date,
): DayCounts<Kind>[] {
  const kinds = Object.keys(counts) as Kind[]
  const byKind = new Map(
    kinds.map((kind) => [kind, new Map(counts[kind].map(({ key, count }) => [key, count]))]),
  )
  const counted = kinds.flatMap((kind) => counts[kind].map(({ key }) => key)).toSorted()
  const now = dayOf(today.getTime())
  const first = days > 0 ? dayOf(today.getTime() - (days - 1) * dayMs) : (counted[0] ?? now)
  const last = [now, counted.at(-1) ?? now].toSorted().at(-1) ?? now
  const rows: DayCounts<Kind>[] = []
  for (let ms = Date.parse(first); ms <= Date.parse(last); ms += dayMs) {
    const day = dayOf(ms)
    const numbers = Object.fromEntries(kinds.map((kind) => [kind, byKind.get(kind)?.get(day) ?? 0]))
    rows.push({ day, ...numbers } as DayCounts<Kind>)
  }
  return rows
}
