import type { Constraint, CursorDefinition } from '@cartouche/client'
import { comparisons, type BrowseState } from './browse-address.ts'

/** The resource that the list shows. */
export const assetPath = 'dam/data/asset'

/** The name of the cursor of the list. */
export const browseName = 'browse'

/** The name of the cursor of what was added last, on the home page. */
export const recentName = 'home-recent'

/** What is asked for with one page: enough to fill a large screen of small thumbnails twice. */
const pageSize = 100

/** Groups that come at once, and assets of each. */
const groupsAtOnce = 20
const groupSize = 20

/** Order of the list by default: what was added last, or what fits best. */
export function orderOf({ order, fulltext }: Pick<BrowseState, 'order' | 'fulltext'>): string {
  return order === '' ? (fulltext === '' ? 'createdat desc' : 'relevance') : order
}

/** The name of the constraint that holds the filter nodes of a tree. */
export function belowName(field: string): string {
  return `below ${field}`
}

/** The constraints of a state, by name. */
export function constraintsOf({
  values,
  below,
  without = [],
  dates,
  numbers,
}: Pick<BrowseState, 'values' | 'below' | 'without' | 'dates' | 'numbers'>): Record<string, Constraint> {
  const ofValues = Object.entries(values).map(
    ([field, chosen]) => [field, { field, operator: 'in', values: chosen.map(wireValue) }] as const,
  )
  const ofNodes = Object.entries(below).map(
    ([field, chosen]) => [belowName(field), { field, operator: 'dof', values: chosen.map(Number) }] as const,
  )
  const ofEmpty = without.map(
    (field) => [`without ${field}`, { field, operator: 'eq', values: [null] }] as const,
  )
  const ofDates = Object.entries(dates).flatMap(([field, { from, until }]) => [
    [
      `from ${field}`,
      { field, operator: 'gte', values: from === '' ? [] : [`${from}T00:00:00.000Z`] },
    ] as const,
    [
      `until ${field}`,
      { field, operator: 'lte', values: until === '' ? [] : [`${until}T23:59:59.999Z`] },
    ] as const,
  ])
  const ofNumbers = Object.entries(numbers).flatMap(([field, bounds]) =>
    comparisons.flatMap((operator) =>
      bounds[operator] === undefined
        ? []
        : [[`${operator} ${field}`, { field, operator, values: [bounds[operator]] }] as const],
    ),
  )
  return Object.fromEntries([...ofValues, ...ofNodes, ...ofEmpty, ...ofDates, ...ofNumbers])
}

/**
 * Ids travel as numbers, texts as texts; where a text looks like a number, the server takes it as the text
 * that it is.
 */
export function wireValue(value: string): string | number {
  return /^\d{1,15}$/.test(value) ? Number(value) : value
}

/** What the list asks for a state. Facets are counted beside it, by those that are shown. */
export function browseDefinition(state: BrowseState): CursorDefinition {
  const isGrouped = state.group !== ''
  return {
    name: browseName,
    path: assetPath,
    max: isGrouped ? groupsAtOnce : pageSize,
    facets: false,
    withRights: false,
    group: isGrouped ? state.group : undefined,
    groupMax: isGrouped ? groupSize : undefined,
    fulltext: state.fulltext,
    orderby: orderOf(state),
    constraints: constraintsOf(state),
  }
}
