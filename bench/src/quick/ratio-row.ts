import { at, median } from '../figure.ts'

/**
 * What a ratio has to be: of times, ours at most so many times the peer's; of speeds, ours at least this
 * share of the peer's.
 */
export type Goal = { readonly atMost: number } | { readonly atLeast: number }

/** One comparison of a run. Samples are milliseconds, of equal work, as they alternated. */
export interface RatioRow {
  /** Its name among the kept ratios; never changed. */
  readonly id: string
  readonly what: string
  readonly ours: readonly number[]
  /** What stands beside it. */
  readonly beside: string
  readonly peer: readonly number[]
  readonly goal: Goal
}

/** A comparison that could not be made here, with what is missing and how to get it. */
export interface MissingRow {
  readonly id: string
  readonly what: string
  readonly missing: string
}

export type QuickRow = RatioRow | MissingRow

/** Ratio of medians: of times for a goal `atMost`, of speeds for a goal `atLeast`. */
export function ratioOf({ ours, peer, goal }: Pick<RatioRow, 'ours' | 'peer' | 'goal'>): number {
  return 'atMost' in goal ? median(ours) / median(peer) : median(peer) / median(ours)
}

/** Whether a comparison meets its goal. */
export function isMet(row: RatioRow): boolean {
  const ratio = ratioOf(row)
  return 'atMost' in row.goal ? ratio <= row.goal.atMost : ratio >= row.goal.atLeast
}

/** Among several comparisons of one thing, the one whose ratio is furthest from its goal. */
export function worstOf(rows: readonly RatioRow[]): RatioRow | undefined {
  const share = (row: RatioRow): number =>
    'atMost' in row.goal ? ratioOf(row) / row.goal.atMost : row.goal.atLeast / ratioOf(row)
  return rows.toSorted((a, b) => share(b) - share(a))[0]
}

/** The head of the table that {@link lineOf} gives lines of. */
export const tableHead = [
  '| what | ours, median (p95) | beside | its median (p95) | ratio | goal | kept | |',
  '| --- | --- | --- | --- | --- | --- | --- | --- |',
]

/** A comparison as a line of the table, beside the ratio that was kept. */
export function lineOf(row: QuickRow, kept: number | undefined): string {
  const before = kept === undefined ? '' : `${kept.toFixed(2)} ×`
  if ('missing' in row) return `| ${row.what} | | ${row.missing} | | | | ${before} | not run |`
  const { what, ours, beside, peer, goal } = row
  const limit = 'atMost' in goal ? `≤ ${goal.atMost} ×` : `≥ ${goal.atLeast} ×`
  const cells = [what, timesOf(ours), beside, timesOf(peer), `${ratioOf(row).toFixed(2)} ×`, limit, before]
  return `| ${cells.join(' | ')} | ${isMet(row) ? 'met' : 'missed'} |`
}

function timesOf(samples: readonly number[]): string {
  return `${inUnits(median(samples))} (${inUnits(at(samples, 0.95))})`
}

function inUnits(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`
  return `${ms.toFixed(ms < 1 ? 2 : ms < 100 ? 1 : 0)} ms`
}
