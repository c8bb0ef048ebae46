import { ApiError, type Query } from '@cartouche/contract'

/** What one search may cost. @source decision 0118 */
const maxSearch = 1000
/** What all searches of one answer may cost. */
const maxAnswer = 1500
/** What a search costs that compares nothing. */
const base = 10

/**
 * What a query costs: 1 for a comparison, and 1 for each hundred of its values; 10 for each text that is
 * looked for within texts, which no index finds; 20 for a name of what is linked, which is a search of its
 * own.
 */
export function costOf(query: Query): number {
  switch (query.kind) {
    case 'and':
    case 'or':
      return query.parts.reduce((sum, part) => sum + costOf(part), 0)
    case 'not':
      return costOf(query.part)
    case 'compare':
      return costOfComparison(query)
    default:
      return 0
  }
}

const patterns: ReadonlySet<string> = new Set(['sw', 'ew', 'ct'])

function costOfComparison({ field, operator, values }: Extract<Query, { kind: 'compare' }>): number {
  const compared = patterns.has(operator) ? 10 * values.length : 1 + values.length / 100
  return compared + (field.endsWith('.name') ? 20 : 0)
}

/**
 * Refuses a search that costs more than any that people or the product's screens make.
 * @throws query_too_large
 */
export function requireModest(query: Query): void {
  refuseAbove(costOf(query), maxSearch)
}

/**
 * The same for an answer that is made of several searches.
 * @param searches the query of each
 * @throws query_too_large
 */
export function requireModestSearches(
  searches: readonly { readonly query: Query; readonly times: number }[],
): void {
  refuseAbove(
    searches.reduce((sum, { query, times }) => sum + times * (base + costOf(query)), 0),
    maxAnswer,
  )
}

function refuseAbove(cost: number, max: number): void {
  if (cost > max) throw new ApiError('query_too_large', { cost: Math.ceil(cost), max })
}
