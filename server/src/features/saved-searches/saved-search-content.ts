import {
  and,
  ApiError,
  inclusiveOperators,
  isApiError,
  operatorOf,
  parseQuery,
  type Query,
} from '@cartouche/contract'

type Data = Readonly<Record<string, unknown>>

/**
 * The name of a saved search.
 * @throws saved_search_name_missing where it is empty
 */
export function requireName(name: string | undefined): string {
  if (name === undefined || name === '') throw new ApiError('saved_search_name_missing')
  return name
}

/**
 * The state of a search that finds something of its own.
 * @throws saved_search_empty where it has neither a full text nor constraints nor custom parameters
 * @source portal §5
 */
export function requireSearch(data: Data): Data {
  if (![data['fulltextTokens'], data['userConstraints'], data['customParams']].some(hasContent))
    throw new ApiError('saved_search_empty')
  return data
}

function hasContent(part: unknown): boolean {
  if (typeof part === 'string') return part.trim() !== ''
  return typeof part === 'object' && part !== null && Object.keys(part).length > 0
}

/**
 * What a search finds, by its own path: the resource that `dam/data/asset` ends in. Empty where it has none.
 */
export function typeOfSearch({ path }: Data): string {
  return typeof path === 'string' ? (path.split('/').at(-1) ?? '').slice(0, 64) : ''
}

/** What a saved search asks: its words, and all its constraints as one query. */
export interface AskedSearch {
  readonly query: Query
  readonly fulltext?: string | undefined
  readonly fulltextMode?: 'should' | 'must' | undefined
}

/**
 * What a saved search asks of assets; undefined where it asks nothing of them, or in words of its application
 * alone, or what is no query. It runs without constraints on fields that `hasField` does not know. What was
 * saved is an application's own: nothing of its shape is taken for granted.
 * @source decision 0060; data-layer §5: constraint names that limit to resources
 */
export function askedOfAssets(data: Data, hasField: (name: string) => boolean): AskedSearch | undefined {
  if (typeOfSearch(data).toLowerCase() !== 'asset') return undefined
  const tokens = data['fulltextTokens']
  const fulltext = (Array.isArray(tokens) ? tokens : [tokens])
    .filter((part) => typeof part === 'string')
    .join(' ')
    .trim()
  const constraints = Object.entries(recordOf(data['userConstraints']))
    .filter(([name]) => isAboutAssets(name))
    .map(([, constraint]) => recordOf(constraint))
    .filter(({ field }) => typeof field === 'string' && hasField(field))
  try {
    const query = and(
      parseQuery(recordOf(data['staticConstraints'])),
      parseQuery(recordOf(data['query'])),
      ...constraints.map((constraint) => parseQuery(constraintJson(constraint))),
    )
    if (query.kind === 'all' && fulltext === '') return undefined
    const mode = data['fulltextMode']
    return {
      query,
      ...(fulltext === '' ? {} : { fulltext }),
      ...(mode === 'should' || mode === 'must' ? { fulltextMode: mode } : {}),
    }
  } catch (error) {
    if (isApiError(error, 'query_syntax')) return undefined
    throw error
  }
}

/** Whether a constraint holds for assets: a name such as `place@asset,video` limits it to resources. */
function isAboutAssets(name: string): boolean {
  const resources = (name.split('@')[1] ?? '').split(',').map((resource) => resource.trim())
  return resources.includes('asset') || resources.every((resource) => resource === '')
}

/** A constraint as a query: operators that take one value take the first. */
function constraintJson({ field, operator, values }: Data): Data {
  const canonical = operatorOf(String(operator))
  const isInclusive = canonical !== undefined && (canonical === 'ct' || inclusiveOperators.has(canonical))
  const given = Array.isArray(values) ? values : []
  if (given.length === 0) return {}
  return { [String(field)]: { [String(operator)]: isInclusive ? given : given[0] } }
}

function recordOf(value: unknown): Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : {}
}
