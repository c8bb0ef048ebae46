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

/**
 * Derives the request of a call from its definition: path filled, the other parameters in the query (GET,
 * HEAD) or as a JSON body, and the method that a POST stands for in its header.
 * @throws TypeError when a parameter of the path is missing
 * @source contract define-call; wire facts
 */
export function buildRequest(call: Call, parameters: Values, always: Values = {}): WireRequest {
  const { path, used } = fillPath(call, parameters)
  const rest = Object.entries(parameters).filter(([name, value]) => !used.has(name) && value !== undefined)
  // A multipart body is the caller's: parameters go beside it.
  const inQuery = call.method === 'GET' || call.method === 'HEAD' || call.upload === true
  const address = withQuery(path, [...(inQuery ? rest : []), ...Object.entries(always)])
  const override: Record<string, string> = call.as ? { 'x-http-method-override': call.as } : {}
  if (inQuery) return { method: call.method, address, headers: override }
  const body = bodyOf(call, Object.fromEntries(rest))
  return {
    method: call.method,
    address,
    headers: { ...override, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

/** The address of a call below the base, for pictures, players and downloads. */
export function addressOf(call: Call, parameters: Values): string {
  const { path, used } = fillPath(call, parameters)
  return withQuery(
    path,
    Object.entries(parameters).filter(([name]) => !used.has(name)),
  )
}

function bodyOf(call: Call, rest: Values): unknown {
  return call.bodyAs === undefined ? rest : rest[call.bodyAs]
}

function withQuery(path: string, entries: readonly (readonly [string, unknown])[]): string {
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

function fillPath(call: Call, parameters: Values): { path: string; used: ReadonlySet<string> } {
  const filled = [call.path, ...(call.alsoAt ?? [])]
    .map((template) => fillTemplate(template, parameters))
    .find((path) => path !== undefined)
  if (filled === undefined) throw new TypeError(`${call.name} lacks a parameter of its path ${call.path}`)
  return filled
}

function fillTemplate(
  template: string,
  parameters: Values,
): { path: string; used: ReadonlySet<string> } | undefined {
  const used = new Set<string>()
  let complete = true
  const path = template.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    // `{id}` of a call on several entities takes their ids, comma-separated.
    const source = parameters[name] === undefined ? `${name}s` : name
    const value = parameters[source]
    if (value === undefined || value === '') complete = false
    used.add(source)
    // Only a resource path has several segments; all others stay in theirs.
    return (name === 'path' ? asText(value ?? '').split('/') : [asText(value ?? '')])
      .map(encodeSegment)
      .join('/')
  })
  return complete ? { path, used } : undefined
}

/** Commas separate several names or ids within a segment. */
function encodeSegment(segment: string): string {
  return segment.split(',').map(encodeURIComponent).join(',')
}
