import { ApiError } from '@cartouche/contract'

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
