import { isMarkField, readSearch, type SearchState } from '@cartouche/client'
import type { SavedSearch } from '@cartouche/contract'
import { comparisons, type BrowseState } from '../../address/browse-address.ts'
import { assetPath, orderOf } from '../../address/browse-cursor.ts'

/** A kept search as the list of assets shows it. */
export interface BrowsedSearch {
  readonly state: BrowseState
  /** Fields that it names and that are gone: it runs without them. */
  readonly missingFields: readonly string[]
  /** How many of its conditions the list has no filter for, such as those of another application. */
  readonly leftOut: number
}

/**
 * What a saved search asks, in the words of the list; undefined where it does not look for assets. `fields`:
 * those that assets have now.
 */
export function browseOfSearch(
  { id, data }: SavedSearch,
  fields: Readonly<Record<string, unknown>>,
): BrowsedSearch | undefined {
  const search = readSearch(data)
  const browsed = search && browseOfState(search, fields)
  return browsed && { ...browsed, state: { ...browsed.state, saved: String(id) } }
}

/** The same for a search that is kept without an id, such as a bookmark. */
export function browseOfState(
  search: SearchState,
  fields: Readonly<Record<string, unknown>>,
): BrowsedSearch | undefined {
  if (search.path !== assetPath) return undefined
  const found: Collected = {
    values: {},
    below: {},
    without: [],
    dates: {},
    numbers: {},
    missing: new Set(),
    leftOut: Object.keys(search.query).length + Object.keys(search.customParams).length,
  }
  for (const constraint of Object.values(search.userConstraints)) {
    if (constraint.field in fields || constraint.field === 'status' || isMarkField(constraint.field))
      take(found, constraint)
    else found.missing.add(constraint.field)
  }
  const { values, below, without, dates, numbers, missing, leftOut } = found
  const fulltext = search.fulltextTokens.join(' ')
  const order =
    search.orderby === undefined || search.orderby === orderOf({ order: '', fulltext }) ? '' : search.orderby
  return {
    state: {
      fulltext,
      values,
      below,
      ...(without.length === 0 ? {} : { without }),
      dates,
      numbers,
      order,
      view: 'grid',
      group: '',
      saved: '',
    },
    missingFields: [...missing],
    leftOut,
  }
}

interface Collected {
  readonly values: Record<string, string[]>
  readonly below: Record<string, string[]>
  readonly without: string[]
  readonly dates: Record<string, { from: string; until: string }>
  readonly numbers: Record<string, BrowseState['numbers'][string]>
  readonly missing: Set<string>
  leftOut: number
}

const ofValues: ReadonlySet<string> = new Set(['in', 'eq', 'ct', 'contains'])
const ofTrees: ReadonlySet<string> = new Set(['dof', 'descendantof'])

function take(found: Collected, { field, operator, values }: SearchState['userConstraints'][string]): void {
  const kind = operator.toLowerCase()
  const texts = values.map(String)
  const [first] = texts
  if (kind === 'eq' && values[0] === null) found.without.push(field)
  else if (ofValues.has(kind)) found.values[field] = [...(found.values[field] ?? []), ...texts]
  else if (ofTrees.has(kind)) found.below[field] = [...(found.below[field] ?? []), ...texts]
  else if ((kind === 'gte' || kind === 'lte') && first !== undefined && /^\d{4}-\d{2}-\d{2}/.test(first)) {
    found.dates[field] = {
      from: '',
      until: '',
      ...found.dates[field],
      [kind === 'gte' ? 'from' : 'until']: first.slice(0, 10),
    }
  } else if (comparisons.some((one) => one === kind) && typeof values[0] === 'number')
    found.numbers[field] = { ...found.numbers[field], [kind]: values[0] }
  else found.leftOut++
}

/** Whether two states ask the same, however they are shown. */
export function asksSame(one: BrowseState, other: BrowseState): boolean {
  return askedBy(one) === askedBy(other)
}

function askedBy(state: BrowseState): string {
  const inOrder = (texts: readonly string[]): string[] => texts.toSorted((a, b) => a.localeCompare(b))
  const sorted = (record: Readonly<Record<string, readonly string[]>>): string[] =>
    inOrder(Object.entries(record).map(([field, values]) => JSON.stringify([field, inOrder(values)])))
  const dates = inOrder(
    Object.entries(state.dates).map(([field, { from, until }]) => JSON.stringify([field, from, until])),
  )
  const numbers = inOrder(
    Object.entries(state.numbers).map(([field, bounds]) =>
      JSON.stringify([field, comparisons.map((one) => bounds[one] ?? null)]),
    ),
  )
  return JSON.stringify([
    state.fulltext,
    sorted(state.values),
    sorted(state.below),
    inOrder(state.without ?? []),
    dates,
    numbers,
    orderOf(state),
  ])
}
