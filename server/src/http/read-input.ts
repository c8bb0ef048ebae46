import { ApiError, parseJson, type Call } from '@cartouche/contract'
import { z } from 'zod'

type Values = Readonly<Record<string, unknown>>

/** Where the parameters of a request come from; a name in several places counts in this order. */
export interface RawInput {
  readonly path: Values
  readonly body: unknown
  readonly query: Values
}

/**
 * Parses what a client sent into the input of a call. Parameters are taken from path, body and query alike,
 * and their names in any case, as existing clients write them in several. Properties of an entity come as the
 * field `json` (or the one that `jsonproperty` names), as fields `prop_{field}`, or as the body itself.
 * @throws invalid_parameter with the parameter's name and what is wrong with it
 * @source wire facts: parameter names are seen in several cases; data-layer §7 Entities
 */
export function readInput(call: Call, raw: RawInput): Values {
  const body = isRecord(raw.body)
    ? raw.body
    : raw.body === undefined || raw.body === null
      ? {}
      : { [call.bodyAs ?? 'json']: raw.body }
  const given = takesJson(call)
    ? withProperties(call, body, raw)
    : { ...spelled(call, raw.query), ...spelled(call, body), ...raw.path }
  const parsed = call.input.safeParse(given)
  if (parsed.success) return { ...extras(given), ...(parsed.data as Record<string, unknown>) }
  const [issue] = parsed.error.issues
  throw new ApiError('invalid_parameter', {
    parameter: issue?.path.join('.') || 'body',
    reason: issue?.message ?? 'not valid',
  })
}

/**
 * The parameters of an address, without those that existing clients write as `undefined` for want of a value.
 * @source decision 0138
 */
export function presentParameters(values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== 'undefined'))
}

function withProperties(call: Call, body: Values, { query, path }: RawInput): Values {
  const outside = spelled(call, query)
  const inside = spelled(call, body)
  const named = inside['jsonproperty'] ?? outside['jsonproperty']
  const field = typeof named === 'string' && named !== '' ? named : 'json'
  const json = inside[field] ?? outside[field]
  const properties = { ...propertiesOf(query), ...propertiesOf(body) }
  const hasProperties = Object.keys(properties).length > 0
  if (json !== undefined || hasProperties)
    return {
      ...outside,
      ...inside,
      json: hasProperties ? { ...asRecord(json), ...properties } : json,
      ...path,
    }
  // A body that is the entity itself, whose fields may have names of parameters; elsewhere a parameter is
  // never a property.
  const parameterNames = call.takesFiles
    ? carried
    : new Set([...carried, ...Object.keys(shapeOf(call)).map((name) => name.toLowerCase())])
  const own = Object.fromEntries(
    Object.entries(body).filter(([name]) => !parameterNames.has(name.toLowerCase())),
  )
  const parameters = call.takesFiles
    ? spelled(
        call,
        Object.fromEntries(Object.entries(body).filter(([name]) => carried.has(name.toLowerCase()))),
      )
    : inside
  return { ...outside, ...parameters, ...(Object.keys(own).length > 0 ? { json: own } : {}), ...path }
}

/** Fields `prop_{field}`, by field. */
function propertiesOf(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith('prop_') ? [[name.slice('prop_'.length), value]] : [],
    ),
  )
}

function asRecord(json: unknown): Values {
  if (typeof json !== 'string') return isRecord(json) ? json : {}
  try {
    return asRecord(parseJson(json))
  } catch {
    throw new ApiError('invalid_parameter', { parameter: 'json', reason: 'JSON is expected' })
  }
}

/** Names as the contract spells them. */
function spelled(call: Call, values: Values): Record<string, unknown> {
  const names = new Map(Object.keys(shapeOf(call)).map((name) => [name.toLowerCase(), name]))
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value]),
  )
}

function shapeOf(call: Call): Values {
  return call.input instanceof z.ZodObject ? call.input.shape : {}
}

const takesJson = (call: Call): boolean => 'json' in shapeOf(call)
const carried = new Set([
  '_csrf',
  '_method',
  'lang',
  'x-context',
  'jsonproperty',
  'simu',
  'withfacets',
  'i18n',
])

/** `query_{resource}` in a list of several resources: names that the contract cannot list. */
function extras(given: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => /^query_[a-z0-9]+$/.test(name)))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
