import { ApiError, type Call } from '@cartouche/contract'
import { z } from 'zod'

type Values = Readonly<Record<string, unknown>>

/** Where the parameters of a request come from; a name in several places counts in this order. */
export interface RawInput {
  readonly path: Values
  readonly body: unknown
  readonly query: Values
}

/**
 * Parses what a client sent into the input of a call. Parameters are taken from path, body and query alike, and their
 * names in any case, as existing clients write them in several.
 * @throws invalid_parameter with the parameter's name and what is wrong with it
 * @source wire facts: parameter names are seen in several cases
 */
export function readInput(call: Call, raw: RawInput): Readonly<Record<string, unknown>> {
  const body = isRecord(raw.body) ? raw.body : raw.body === undefined || raw.body === null ? {} : { [call.bodyAs ?? 'json']: raw.body }
  const given = { ...spelled(call, raw.query), ...spelled(call, body), ...raw.path }
  // A body that is the entity itself, in place of the field `json`.
  const wrapped = takesJson(call) && !('json' in given) ? { ...given, json: withoutParameters(body) } : given
  const parsed = call.input.safeParse(wrapped)
  if (parsed.success) return { ...extras(given), ...(parsed.data as Record<string, unknown>) }
  const [issue] = parsed.error.issues
  throw new ApiError('invalid_parameter', { parameter: issue?.path.join('.') || 'body', reason: issue?.message ?? 'not valid' })
}

/** Names as the contract spells them. */
function spelled(call: Call, values: Values): Record<string, unknown> {
  const names = new Map(Object.keys(shapeOf(call)).map((name) => [name.toLowerCase(), name]))
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value]))
}

function shapeOf(call: Call): Values {
  return call.input instanceof z.ZodObject ? call.input.shape : {}
}

const takesJson = (call: Call): boolean => 'json' in shapeOf(call)
const carried = new Set(['_csrf', '_method', 'lang', 'x-context', 'jsonproperty', 'simu', 'withFacets', 'i18n'])

function withoutParameters(body: Values): Values | undefined {
  const entries = Object.entries(body).filter(([name]) => !carried.has(name))
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

/** `query_{resource}` in a list of several resources: names that the contract cannot list. */
function extras(given: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => /^query_[a-z0-9]+$/.test(name)))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
