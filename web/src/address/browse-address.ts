import type { AddressParams } from './search-params.ts'

/** What the list shows, as the address says it. */
export interface BrowseState {
  readonly fulltext: string
  /** Filter values by field; several of one field: any of them. Linked entities by id, texts as they are. */
  readonly values: Readonly<Record<string, readonly string[]>>
  /** Filter nodes of trees by field, by id: what is linked to one of them or to anything below it. */
  readonly below: Readonly<Record<string, readonly string[]>>
  /** Fields that have no value; none: undefined. */
  readonly without?: readonly string[]
  /** Bounds of date fields, `YYYY-MM-DD`, both inclusive; empty where there is none. */
  readonly dates: Readonly<Record<string, { readonly from: string; readonly until: string }>>
  /** Bounds of number fields: above, from, below, up to. */
  readonly numbers: Readonly<Record<string, Bounds>>
  /** `field asc` or `field desc`, or `relevance`; empty: the default. */
  readonly order: string
  readonly view: 'grid' | 'list'
  /** The field by whose values the list is grouped; empty: not at all. */
  readonly group: string
  /** The saved search that the list was opened by, by id; empty: none. */
  readonly saved: string
  /** What the person typed, where something else is searched for because nothing matches it. */
  readonly asked?: string
  /** The words are meant as they are: nothing is searched for in their place. */
  readonly exact?: true
}

/** Comparisons of a number, by what the address calls them. */
export const comparisons = ['gt', 'gte', 'lt', 'lte'] as const
type Bounds = Readonly<Partial<Record<(typeof comparisons)[number], number>>>

const views = ['grid', 'list'] as const
const fieldName = /^(?:[a-z][\w.]*|\$(?:rating|label|pick))$/i
const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const numberPattern = /^\d{1,12}(\.\d{1,6})?$/
const textOf = (value: string | string[] | undefined): string =>
  (Array.isArray(value) ? value[0] : value) ?? ''

/**
 * Reads the state of the list from its address: `q`, `is.{field}` and `below.{field}` (repeated for several
 * values), `without` (fields, repeated), `from.{field}`, `until.{field}`, `gt.{field}` (also gte, lt, lte),
 * `order`, `view`, `group`, `saved`, `asked`, `exact`. What cannot be read is left out: people type
 * addresses. `usualView`: where the address names no view.
 */
export function readBrowseAddress(
  params: AddressParams,
  usualView: BrowseState['view'] = 'grid',
): BrowseState {
  const values: Record<string, string[]> = {}
  const below: Record<string, string[]> = {}
  const dates: Record<string, { from: string; until: string }> = {}
  const numbers: Record<string, Bounds> = {}
  for (const [key, value] of Object.entries(params)) {
    const [, kind, field] = /^(is|below|from|until|gt|gte|lt|lte)\.(.+)$/.exec(key) ?? []
    if (kind === undefined || field === undefined || !fieldName.test(field)) continue
    const given = [value].flat().filter((one) => one !== '')
    if (kind === 'is' && given.length > 0) values[field] = [...new Set(given)]
    const nodes = given.filter((one) => /^\d{1,15}$/.test(one))
    if (kind === 'below' && nodes.length > 0) below[field] = [...new Set(nodes)]
    const day = textOf(value)
    if ((kind === 'from' || kind === 'until') && dayPattern.test(day))
      dates[field] = { from: '', until: '', ...dates[field], [kind]: day }
    if (comparisons.some((one) => one === kind) && numberPattern.test(day))
      numbers[field] = { ...numbers[field], [kind]: Number(day) }
  }
  const without = [params['without'] ?? []].flat().filter((field) => fieldName.test(field))
  const order = textOf(params['order'])
  const group = textOf(params['group'])
  return {
    fulltext: textOf(params['q']).trim(),
    values,
    below,
    ...(without.length === 0 ? {} : { without: [...new Set(without)] }),
    dates,
    numbers,
    order: order === 'relevance' || /^(?:[a-z][\w.]*|\$rating) (asc|desc)$/i.test(order) ? order : '',
    // Groups are of the wall alone.
    view:
      views.find((view) => view === textOf(params['view'])) ?? (fieldName.test(group) ? 'grid' : usualView),
    group: fieldName.test(group) ? group : '',
    saved: /^\d{1,15}$/.test(textOf(params['saved'])) ? textOf(params['saved']) : '',
    ...(textOf(params['asked']).trim() === '' ? {} : { asked: textOf(params['asked']).trim() }),
    ...(params['exact'] === '1' ? { exact: true } : {}),
  }
}

/**
 * The address of a state; what is the default leaves no trace. The opposite of {@link readBrowseAddress}, for
 * the same `usualView`.
 */
export function writeBrowseAddress(
  { fulltext, values, below, without, dates, numbers, order, view, group, saved, asked, exact }: BrowseState,
  usualView: BrowseState['view'] = 'grid',
): AddressParams {
  const params: AddressParams = {}
  if (fulltext !== '') params['q'] = fulltext
  for (const [field, chosen] of Object.entries(values))
    if (chosen.length > 0) params[`is.${field}`] = [...chosen]
  for (const [field, chosen] of Object.entries(below))
    if (chosen.length > 0) params[`below.${field}`] = [...chosen]
  if (without !== undefined && without.length > 0) params['without'] = [...without]
  for (const [field, { from, until }] of Object.entries(dates)) {
    if (from !== '') params[`from.${field}`] = from
    if (until !== '') params[`until.${field}`] = until
  }
  for (const [field, bounds] of Object.entries(numbers))
    for (const one of comparisons)
      if (bounds[one] !== undefined) params[`${one}.${field}`] = String(bounds[one])
  if (order !== '') params['order'] = order
  // A list that is shared as a table is one for its reader, too; the wall is named where its own reader would
  // have the table.
  if (view === 'list' || (usualView === 'list' && group === '')) params['view'] = view
  if (group !== '') params['group'] = group
  if (saved !== '') params['saved'] = saved
  if (asked !== undefined) params['asked'] = asked
  if (exact) params['exact'] = '1'
  return params
}

/** Adds a value of a field, or takes it out. */
export function toggleValue(state: BrowseState, field: string, value: string): BrowseState {
  const now = state.values[field] ?? []
  const next = now.includes(value) ? now.filter((one) => one !== value) : [...now, value]
  const { [field]: _removed, ...others } = state.values
  return { ...withoutOther(state, field), values: next.length === 0 ? others : { ...others, [field]: next } }
}

/** The filter values of a field, whether with what is below them or without. */
export function chosenOf(
  { values, below }: Pick<BrowseState, 'values' | 'below'>,
  field: string,
): readonly string[] {
  return [...new Set([...(values[field] ?? []), ...(below[field] ?? [])])]
}

/**
 * Adds a node of a tree with all below it, or takes it out. Filter values of the field become nodes as well:
 * a value and a node of one field would otherwise both have to match.
 */
export function toggleBelow(state: BrowseState, field: string, id: string): BrowseState {
  const now = chosenOf(state, field)
  const next = now.includes(id) ? now.filter((one) => one !== id) : [...now, id]
  const { [field]: _values, ...values } = state.values
  const { [field]: _below, ...below } = state.below
  return {
    ...withoutOther(state, field),
    values,
    below: next.length === 0 ? below : { ...below, [field]: next },
  }
}

/** Looks for what has no value in a field, whatever was looked for there before, or no longer. */
export function toggleWithout(state: BrowseState, field: string): BrowseState {
  if (state.without?.includes(field)) return withoutOther(state, field)
  const { [field]: _values, ...values } = state.values
  const { [field]: _below, ...below } = state.below
  return { ...state, values, below, without: [...(state.without ?? []), field] }
}

/** A field that is to have a value need not be empty any more. */
function withoutOther({ without = [], ...state }: BrowseState, field: string): BrowseState {
  const left = without.filter((one) => one !== field)
  return left.length === 0 ? state : { ...state, without: left }
}

/** Sets the bounds of a date field; empty ones end them. */
export function setDates(
  state: BrowseState,
  field: string,
  bounds: { readonly from: string; readonly until: string },
): BrowseState {
  const { [field]: _removed, ...others } = state.dates
  return {
    ...state,
    dates: bounds.from === '' && bounds.until === '' ? others : { ...others, [field]: bounds },
  }
}

/** Sets the lower bound of a number field, or ends its bounds. */
export function setLeast(state: BrowseState, field: string, least: number | null): BrowseState {
  const { numbers } = clearNumbers(state, field)
  return { ...state, numbers: least === null ? numbers : { ...numbers, [field]: { gte: least } } }
}

/** Ends the bounds of a number field. */
export function clearNumbers(state: BrowseState, field: string): BrowseState {
  const { [field]: _removed, ...numbers } = state.numbers
  return { ...state, numbers }
}

/** Takes away everything that constrains, and the saved search with it; order, view and groups stay. */
export function clearConstraints({
  asked: _asked,
  exact: _exact,
  without: _without,
  ...state
}: BrowseState): BrowseState {
  return { ...state, fulltext: '', values: {}, below: {}, dates: {}, numbers: {}, saved: '' }
}

/** Whether anything constrains the list. */
export function isConstrained({
  fulltext,
  values,
  below,
  without = [],
  dates,
  numbers,
}: BrowseState): boolean {
  return (
    fulltext !== '' ||
    Object.keys(values).length > 0 ||
    Object.keys(below).length > 0 ||
    without.length > 0 ||
    Object.keys(dates).length > 0 ||
    Object.keys(numbers).length > 0
  )
}

/** The list of just the words that the person typed, whatever else they may mean. */
export function meantAsTyped(state: BrowseState): BrowseState {
  return { ...clearConstraints(state), fulltext: state.asked ?? state.fulltext, exact: true }
}
