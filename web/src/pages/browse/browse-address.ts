import type { AddressParams } from '../../app/search-params.ts'

/** What the list shows, as the address says it. */
export interface BrowseState {
  readonly fulltext: string
  /** Wished values by field; several of one field: any of them. Linked entities by id, texts as they are. */
  readonly values: Readonly<Record<string, readonly string[]>>
  /** Bounds of date fields, `YYYY-MM-DD`, both inclusive; empty where there is none. */
  readonly dates: Readonly<Record<string, { readonly from: string; readonly until: string }>>
  /** `field asc` or `field desc`, or `relevance`; empty: the default. */
  readonly order: string
  readonly view: 'grid' | 'list'
}

const fieldName = /^[a-z][\w.]*$/i
const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const textOf = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? ''

/**
 * Reads the state of the list from its address: `q`, `is.{field}` (repeated for several values), `from.{field}`, `until.{field}`,
 * `order`, `view`. What cannot be read is left out: an address is typed by people.
 */
export function readBrowseAddress(params: AddressParams): BrowseState {
  const values: Record<string, string[]> = {}
  const dates: Record<string, { from: string; until: string }> = {}
  for (const [key, value] of Object.entries(params)) {
    const [, kind, field] = /^(is|from|until)\.(.+)$/.exec(key) ?? []
    if (kind === undefined || field === undefined || !fieldName.test(field)) continue
    const given = [value].flat().filter((one) => one !== '')
    if (kind === 'is' && given.length > 0) values[field] = [...new Set(given)]
    const day = textOf(value)
    if (kind !== 'is' && dayPattern.test(day)) dates[field] = { from: '', until: '', ...dates[field], [kind]: day }
  }
  const order = textOf(params['order'])
  return {
    fulltext: textOf(params['q']).trim(), values, dates,
    order: order === 'relevance' || /^[a-z][\w.]* (asc|desc)$/i.test(order) ? order : '',
    view: textOf(params['view']) === 'list' ? 'list' : 'grid',
  }
}

/** The address of a state; what is the default leaves no trace. The opposite of {@link readBrowseAddress}. */
export function writeBrowseAddress({ fulltext, values, dates, order, view }: BrowseState): AddressParams {
  const params: AddressParams = {}
  if (fulltext !== '') params['q'] = fulltext
  for (const [field, wished] of Object.entries(values)) if (wished.length > 0) params[`is.${field}`] = [...wished]
  for (const [field, { from, until }] of Object.entries(dates)) {
    if (from !== '') params[`from.${field}`] = from
    if (until !== '') params[`until.${field}`] = until
  }
  if (order !== '') params['order'] = order
  if (view === 'list') params['view'] = 'list'
  return params
}

/** Adds a value of a field, or takes it out. */
export function toggleValue(state: BrowseState, field: string, value: string): BrowseState {
  const now = state.values[field] ?? []
  const next = now.includes(value) ? now.filter((one) => one !== value) : [...now, value]
  const { [field]: _removed, ...others } = state.values
  return { ...state, values: next.length === 0 ? others : { ...others, [field]: next } }
}

/** Sets the bounds of a date field; empty ones end them. */
export function setDates(state: BrowseState, field: string, bounds: { readonly from: string; readonly until: string }): BrowseState {
  const { [field]: _removed, ...others } = state.dates
  return { ...state, dates: bounds.from === '' && bounds.until === '' ? others : { ...others, [field]: bounds } }
}

/** Takes away everything that constrains; order and view stay. */
export function clearConstraints(state: BrowseState): BrowseState {
  return { ...state, fulltext: '', values: {}, dates: {} }
}

/** Whether anything constrains the list. */
export function isConstrained({ fulltext, values, dates }: BrowseState): boolean {
  return fulltext !== '' || Object.keys(values).length > 0 || Object.keys(dates).length > 0
}
