/**
 * One measured line beside its limit or peer. `value` and `limit` share a unit; `holds` says whether the
 * target was met.
 */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly limit: number
  readonly unit: string
  /** Whether less is better, as with times, or more, as with ratios of rates. */
  readonly wanted: 'at most' | 'at least'
  /** What stands beside it in the same run. */
  readonly beside?: string
}

/** Whether a figure meets its target. */
export function holds({ value, limit, wanted }: Figure): boolean {
  return wanted === 'at most' ? value <= limit : value >= limit
}

/** The middle of some numbers. */
export function median(numbers: readonly number[]): number {
  return at(numbers, 0.5)
}

/** The value below which a share of the numbers lies. */
export function at(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
