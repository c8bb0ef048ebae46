import type { QueryValue } from '@cartouche/contract'
import type { Constraint, CursorDefinition } from '@cartouche/client'
import type { BrowseState } from './browse-address.ts'

/** The resource that the list shows. */
export const assetPath = 'dam/data/asset'

/** What is asked for with one page: enough to fill a large screen of small thumbnails twice. */
const pageSize = 100

/** Order of the list where the person wishes none: what was added last, or what fits best. */
export function orderOf({ order, fulltext }: Pick<BrowseState, 'order' | 'fulltext'>): string {
  return order === '' ? (fulltext === '' ? 'createdat desc' : 'relevance') : order
}

/** The constraints of a state, by name; without those on one field where its own counts are asked for. */
export function constraintsOf({ values, dates }: Pick<BrowseState, 'values' | 'dates'>, without?: string): Record<string, Constraint> {
  const ofValues = Object.entries(values).filter(([field]) => field !== without)
    .map(([field, wished]) => [field, { field, operator: 'in', values: wished.map(wireValue) }] as const)
  const ofDates = Object.entries(dates).flatMap(([field, { from, until }]) => [
    [`from ${field}`, { field, operator: 'gte', values: from === '' ? [] : [`${from}T00:00:00.000Z`] }] as const,
    [`until ${field}`, { field, operator: 'lte', values: until === '' ? [] : [`${until}T23:59:59.999Z`] }] as const,
  ])
  return Object.fromEntries([...ofValues, ...ofDates])
}

/** Ids travel as numbers, texts as texts; where a text looks like a number, the server takes it as the text that it is. */
function wireValue(value: string): QueryValue {
  return /^\d{1,15}$/.test(value) ? Number(value) : value
}

/** What the list asks for a state. */
export function browseDefinition(state: BrowseState): CursorDefinition {
  return {
    name: 'browse', path: assetPath, max: pageSize, facets: true, withRights: false,
    fulltext: state.fulltext, orderby: orderOf(state), constraints: constraintsOf(state),
  }
}

/** What the counts of one facet ask: everything but its own values, so that others can be chosen beside them. */
export function facetDefinition(state: BrowseState, field: string): CursorDefinition {
  return { name: `browse-facet-${field}`, path: assetPath, max: 0, facets: [field], fulltext: state.fulltext, constraints: constraintsOf(state, field) }
}
