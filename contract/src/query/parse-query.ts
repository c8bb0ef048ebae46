import { ApiError } from '../errors/api-error.ts'
import { isMarkField } from '../marks/mark-values.ts'
import { parseJson } from '../parse-json.ts'
import { operatorOf, type Operator } from './operators.ts'
import { and, everything, nothing, or, type Query, type QueryValue } from './query-ast.ts'

/**
 * Deepest nesting and most parts of one query: hostile input must not cost the server more than a real query
 * does.
 */
const maxDepth = 32
const maxParts = 2000

/**
 * Parses a query of the wire: JSON text or the object itself. `{}`, an empty text and undefined constrain
 * nothing.
 * @throws query_syntax with `at`, a path like `$.and[1].name.gt`, that points at the place
 * @source wire facts: Query
 */
export function parseQuery(input: unknown): Query {
  const json = typeof input === 'string' ? parseText(input) : input
  if (json === undefined) return everything
  let parts = 0
  const count = (at: string): void => {
    if (++parts > maxParts) fail(at, `more than ${maxParts} parts`)
  }
  return parseNode(json, '$', 0, count)
}

type Count = (at: string) => void

function parseText(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return parseJson(text)
  } catch (error) {
    return fail('$', error instanceof Error ? error.message : 'not JSON')
  }
}

function parseNode(json: unknown, at: string, depth: number, count: Count): Query {
  count(at)
  if (depth > maxDepth) return fail(at, `nested deeper than ${maxDepth}`)
  if (!isRecord(json)) return fail(at, 'an object is expected')
  return and(
    ...Object.entries(json).map(([key, value]) => parseEntry(key, value, `${at}.${key}`, depth, count)),
  )
}

function parseEntry(key: string, value: unknown, at: string, depth: number, count: Count): Query {
  if (key === 'and' || key === 'or') {
    if (!Array.isArray(value)) return fail(at, 'a list is expected')
    const parts = value.map((part, index) => parseNode(part, `${at}[${index}]`, depth + 1, count))
    return key === 'and' ? and(...parts) : or(...parts)
  }
  if (key === 'not') {
    const part = parseNode(value, at, depth + 1, count)
    return part.kind === 'all' ? nothing : part.kind === 'none' ? everything : { kind: 'not', part }
  }
  if (
    !/^[\p{L}_$][\p{L}\p{N}_.$-]*$/u.test(key) ||
    (key.startsWith('$') && !key.startsWith('$assetmetadata.') && !isMarkField(key))
  )
    return fail(at, 'not the name of a field')
  if (Array.isArray(value)) return fail(at, 'a list needs an operator, for example {"in": […]}')
  if (isRecord(value)) return parseComparisons(key, value, at, count)
  if (key === 'id' && Number(value) === 0) return nothing
  return { kind: 'compare', field: key, operator: 'eq', values: [scalar(value, at)] }
}

function parseComparisons(
  field: string,
  comparisons: Record<string, unknown>,
  at: string,
  count: Count,
): Query {
  const entries = Object.entries(comparisons)
  if (entries.length === 0) return fail(at, 'an operator is expected')
  return and(
    ...entries.map(([spelling, value]) => {
      const here = `${at}.${spelling}`
      count(here)
      const operator = operatorOf(spelling) ?? fail(here, 'unknown operator')
      return { kind: 'compare', field, operator, values: operands(operator, value, here) } as const
    }),
  )
}

function operands(operator: Operator, value: unknown, at: string): QueryValue[] {
  const listed =
    operator === 'in' || operator === 'nin' || operator === 'dof' || operator === 'ndof' || operator === 'ct'
  if (Array.isArray(value)) {
    if (!listed) return fail(at, 'one value is expected')
    if (value.length > 10_000) return fail(at, 'more than 10000 values')
    return value.map((part, index) => scalar(part, `${at}[${index}]`))
  }
  return [scalar(value, at)]
}

function scalar(value: unknown, at: string): QueryValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (isRecord(value) && (typeof value['id'] === 'number' || typeof value['id'] === 'string'))
    return value['id']
  return fail(at, 'a text, a number, true, false or null is expected')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fail(at: string, reason: string): never {
  throw new ApiError('query_syntax', { at, reason })
}
