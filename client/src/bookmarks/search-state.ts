import { operatorOf, type QueryJson, type QueryValue } from '@cartouche/contract/wire'
import type { CursorChange, Cursors, CursorSnapshot } from '../cursors/cursor.ts'
import { nounError } from '../failure.ts'
import { isField } from '../query/build-query.ts'
import type { Constraint } from '../query/constraint.ts'
import type { SchemaSnapshot } from '../schemas/schema.ts'
import { bookmarkErrors } from './bookmark-errors.ts'

/**
 * A search as bookmarks, saved searches and addresses keep it.
 * @source portal §3 Saved search, Bookmarked cursor; data-layer §7 Saved searches
 */
export interface SearchState {
  readonly name: string
  /** ISO 8601. */
  readonly date: string
  readonly path: string
  readonly cursorName: string
  readonly cursorQueryNamespaces: readonly string[]
  /** Where it was made, for an application that has several places to search in. */
  readonly context: string | null
  readonly excludedPaths: readonly string[]
  /** Words of the full text, in order. */
  readonly fulltextTokens: readonly string[]
  readonly fulltextMode?: 'should' | 'must' | undefined
  readonly userConstraints: Readonly<Record<string, Constraint>>
  readonly staticConstraints: QueryJson
  readonly customParams: Readonly<Record<string, string | number | boolean>>
  readonly query: QueryJson
  readonly orderby?: string | undefined
}

/** What a search is kept as. `saved`: custom parameters alone are enough. */
export interface SearchOptions {
  readonly name: string
  readonly date: Date
  readonly context?: string
  readonly saved?: boolean
}

/**
 * The search of a cursor, to be kept.
 * @throws bookmark_empty unless the cursor has a full text or constraints of the person, or, for a saved
 * search, custom parameters
 * @source portal §5
 */
export function searchOf(
  { definition }: CursorSnapshot,
  { name, date, context, saved = false }: SearchOptions,
): SearchState {
  const {
    path,
    excludedPaths = [],
    namespaces = [],
    fulltext,
    fulltextMode,
    staticQuery,
    query = {},
    customParams = {},
    orderby,
  } = definition
  const userConstraints = Object.fromEntries(
    Object.entries(definition.constraints).filter(([, { values }]) => values.length > 0),
  )
  const fulltextTokens = fulltext.split(/\s+/).filter((token) => token !== '')
  const isEmpty = fulltextTokens.length === 0 && Object.keys(userConstraints).length === 0
  if (isEmpty && !(saved && Object.keys(customParams).length > 0))
    throw nounError(bookmarkErrors, 'bookmark_empty')
  return {
    name,
    date: date.toISOString(),
    path,
    cursorName: definition.name,
    cursorQueryNamespaces: namespaces,
    context: context ?? null,
    excludedPaths,
    fulltextTokens,
    ...(fulltextMode === undefined ? {} : { fulltextMode }),
    userConstraints,
    staticConstraints: staticQuery,
    customParams,
    query,
    ...(orderby === undefined ? {} : { orderby }),
  }
}

/** What a kept search changes of a cursor. */
export function changeOf(search: SearchState): CursorChange {
  const {
    fulltextTokens,
    fulltextMode,
    userConstraints,
    staticConstraints,
    customParams,
    query,
    excludedPaths,
    cursorQueryNamespaces,
    orderby,
  } = search
  return {
    fulltext: fulltextTokens.join(' '),
    fulltextMode,
    constraints: userConstraints,
    staticQuery: staticConstraints,
    customParams,
    query,
    excludedPaths,
    namespaces: cursorQueryNamespaces.length > 0 ? cursorQueryNamespaces : undefined,
    ...(orderby === undefined ? {} : { orderby }),
  }
}

/**
 * Has a cursor ask what a kept search asks; registers it under the name in the search, or another, where it
 * is not there.
 */
export function openSearch(
  cursors: Pick<Cursors, 'get' | 'register' | 'change' | 'clearConstraints'>,
  search: SearchState,
  cursorName: string = search.cursorName,
): void {
  if (cursors.get(cursorName).status === 'unknown')
    return cursors.register({ name: cursorName, path: search.path, ...changeOf(search) })
  // Constraints of before may have had another mode: they end first.
  cursors.clearConstraints(cursorName)
  cursors.change(cursorName, changeOf(search))
}

/**
 * A search that some application kept: what it did not say is as in a search that nobody changed, what nobody
 * could have meant is left out. Undefined where it does not say what it looks in.
 */
export function readSearch(kept: unknown): SearchState | undefined {
  if (!isRecord(kept)) return undefined
  const { name, date, path, cursorName, context, fulltextMode, orderby } = kept
  if (typeof path !== 'string' || path === '') return undefined
  const constraints = Object.entries(isRecord(kept['userConstraints']) ? kept['userConstraints'] : {})
  return {
    name: typeof name === 'string' ? name : '',
    date: typeof date === 'string' ? date : new Date(0).toISOString(),
    path,
    cursorName: typeof cursorName === 'string' ? cursorName : path,
    cursorQueryNamespaces: texts(kept['cursorQueryNamespaces']),
    context: typeof context === 'string' ? context : null,
    excludedPaths: texts(kept['excludedPaths']),
    fulltextTokens: texts(kept['fulltextTokens']),
    ...(fulltextMode === 'should' || fulltextMode === 'must' ? { fulltextMode } : {}),
    userConstraints: Object.fromEntries(
      constraints.filter((entry): entry is [string, Constraint] => isConstraint(entry[1])),
    ),
    staticConstraints: isRecord(kept['staticConstraints']) ? (kept['staticConstraints'] as QueryJson) : {},
    query: isRecord(kept['query']) ? (kept['query'] as QueryJson) : {},
    customParams: Object.fromEntries(
      Object.entries(isRecord(kept['customParams']) ? kept['customParams'] : {}).filter(
        (entry): entry is [string, string] => ['string', 'number', 'boolean'].includes(typeof entry[1]),
      ),
    ),
    ...(typeof orderby === 'string' ? { orderby } : {}),
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((part) => typeof part === 'string') : []
}

function isConstraint(value: unknown): value is Constraint {
  if (!isRecord(value)) return false
  const { field, operator, values } = value
  return (
    typeof field === 'string' &&
    typeof operator === 'string' &&
    operatorOf(operator.replace(/:cursordata$/i, '')) !== undefined &&
    Array.isArray(values) &&
    values.length > 0 &&
    values.every(isValue)
  )
}

/**
 * Fields that a kept search constrains and that none of its resources has any more: their names, each once,
 * in the order of the constraints; none where all are there.
 * @source decision 0060
 */
export function missingFields(
  { userConstraints }: Pick<SearchState, 'userConstraints'>,
  { schemas }: Pick<SchemaSnapshot, 'schemas'>,
): readonly string[] {
  const fields = [...new Set(Object.values(userConstraints).map(({ field }) => field))]
  return fields.filter((field) => !Object.values(schemas).some((own) => isField(field, own)))
}

/** The part of a search that an address carries. */
export interface AddressedSearch {
  readonly fulltext: string
  readonly fulltextMode?: 'should' | 'must' | undefined
  readonly orderby?: string | undefined
  readonly constraints: Readonly<Record<string, Constraint>>
}

/**
 * A search as the query of an address: `q=harbour&c.kw=keywords:in:[12]`. The address bar is the one source
 * of a search's state.
 * @source DESIGN "Data layer"
 */
export function formatSearch({
  fulltext,
  fulltextMode,
  orderby,
  constraints,
}: AddressedSearch): URLSearchParams {
  const address = new URLSearchParams()
  if (fulltext.trim() !== '') address.set('q', fulltext.trim())
  if (fulltextMode) address.set('mode', fulltextMode)
  if (orderby !== undefined) address.set('order', orderby)
  for (const [name, { field, operator, values }] of Object.entries(constraints))
    if (values.length > 0) address.set(`c.${name}`, `${field}:${operator}:${JSON.stringify(values)}`)
  return address
}

/**
 * The search of an address. What nobody could have meant is left out: an address typed by a person is never
 * an error.
 */
export function parseSearch(address: URLSearchParams): AddressedSearch {
  const mode = address.get('mode')
  const order = address.get('order')
  const constraints = [...address]
    .filter(([name]) => name.startsWith('c.') && name.length > 2)
    .map(([name, text]) => [name.slice(2), parseConstraint(text)] as const)
  return {
    fulltext: address.get('q')?.trim() ?? '',
    ...(mode === 'should' || mode === 'must' ? { fulltextMode: mode } : {}),
    ...(order === null ? {} : { orderby: order }),
    constraints: Object.fromEntries(
      constraints.filter((entry): entry is [string, Constraint] => entry[1] !== undefined),
    ),
  }
}

const pattern = /^([^:]+):([a-z]+(?::cursordata)?):(\[.*\])$/is

function parseConstraint(text: string): Constraint | undefined {
  const [, field, operator, json] = pattern.exec(text) ?? []
  if (
    field === undefined ||
    operator === undefined ||
    json === undefined ||
    operatorOf(operator.replace(/:cursordata$/i, '')) === undefined
  )
    return undefined
  try {
    const values: unknown = JSON.parse(json)
    return Array.isArray(values) && values.length > 0 && values.every(isValue)
      ? { field, operator, values }
      : undefined
  } catch {
    return undefined
  }
}

function isValue(value: unknown): value is QueryValue {
  return (
    value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  )
}
