import type { Call } from '@cartouche/contract/wire'

/** A request as it goes over the wire, without the headers of the session. */
export interface WireRequest {
  readonly method: string
  /** Address below the base, for example `/rest/dam/data/asset?max=24`. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON text or multipart; undefined without a body. */
  readonly body?: string | FormData
}

type Values = Readonly<Record<string, unknown>>
type Entries = readonly (readonly [string, unknown])[]

/** The path of a request, and what is not in it. */
interface Filled {
  readonly path: string
  readonly rest: Entries
}

/**
 * Derives the request of a call from its definition: path filled, the other parameters in the query (GET,
 * HEAD; a ticket always) or as a JSON body, and the method that a POST stands for in its header.
 * @throws TypeError when a parameter of the path is missing
 * @source contract define-call; wire facts
 */
export function buildRequest(call: Call, parameters: Values, always: Values = {}): WireRequest {
  const { path, rest: all } = fillPath(call, parameters)
  // A ticket says who asks, which is decided before the body is read.
  const isTicket = ([name]: Entries[number]): boolean => name === 'ticket'
  const rest = all.filter((entry) => !isTicket(entry))
  // A multipart body is the caller's: parameters go beside it.
  const inQuery = call.method === 'GET' || call.method === 'HEAD' || call.upload === true
  const address = withQuery(path, [...(inQuery ? all : all.filter(isTicket)), ...Object.entries(always)])
  const override: Record<string, string> = call.as ? { 'x-http-method-override': call.as } : {}
  if (inQuery) return { method: call.method, address, headers: override }
  // JSON leaves out what is undefined.
  return {
    method: call.method,
    address,
    headers: { ...override, 'content-type': 'application/json' },
    body: JSON.stringify(call.bodyAs === undefined ? Object.fromEntries(rest) : parameters[call.bodyAs]),
  }
}

/** The address of a call below the base, for pictures, players and downloads. */
export function addressOf(call: Call, parameters: Values): string {
  const { path, rest } = fillPath(call, parameters)
  return withQuery(path, rest)
}

function withQuery(path: string, entries: Entries): string {
  const query = new URLSearchParams()
  for (const [name, value] of entries) {
    if (value !== undefined) query.append(name, asText(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

function asText(value: unknown): string {
  if (Array.isArray(value) && value.every((part) => typeof part === 'string' || typeof part === 'number'))
    return value.join(',')
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function fillPath(call: Call, parameters: Values): Filled {
  const filled = [call.path, ...(call.alsoAt ?? [])]
    .map((template) => fillTemplate(template, parameters))
    .find((path) => path !== undefined)
  if (filled === undefined) throw new TypeError(`${call.name} lacks a parameter of its path ${call.path}`)
  return filled
}

function fillTemplate(template: string, parameters: Values): Filled | undefined {
  const used = new Set<string>()
  let complete = true
  const path = template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    // `{id}` of a call on several entities takes their ids, comma-separated.
    const source = parameters[name] === undefined ? `${name}s` : name
    const text = asText(parameters[source] ?? '')
    if (text === '') complete = false
    used.add(source)
    // Only a resource path has several segments; all others stay in theirs.
    return (name === 'path' ? text.split('/') : [text]).map(encodeSegment).join('/')
  })
  return complete ? { path, rest: Object.entries(parameters).filter(([name]) => !used.has(name)) } : undefined
}

/** Commas separate several names or ids within a segment. */
function encodeSegment(segment: string): string {
  return segment.split(',').map(encodeURIComponent).join(',')
}
