import {
  ApiError,
  calls,
  parseResourcePath,
  type Call,
  type CallName,
  type Method,
  type PathKind,
} from '@cartouche/contract'
import type { FastifyRequest } from 'fastify'

/** A call by its name. */
export interface NamedCall {
  readonly name: CallName
  readonly call: Call
}

/**
 * What one address answers: its calls, which the method distinguishes, and the parameters that its path
 * gives.
 */
export interface Address {
  readonly calls: readonly NamedCall[]
  readonly path: Readonly<Record<string, unknown>>
}

const named = Object.entries(calls).map(([name, call]) => ({ name: name as CallName, call: call as Call }))
const generic = named.filter(({ call }) => call.pathKind !== undefined)

/** Calls with a fixed path, by path; generic calls share one wildcard. */
export function fixedPaths(): Map<string, NamedCall[]> {
  const byPath = new Map<string, NamedCall[]>()
  for (const one of named.filter(({ call }) => call.pathKind === undefined)) {
    for (const path of [one.call.path, ...(one.call.alsoAt ?? [])])
      byPath.set(path, [...(byPath.get(path) ?? []), one])
  }
  return byPath
}

/**
 * The calls of an address for what it names: carts and shares have some addresses in common, and an id that
 * is no number is a share's.
 */
export function callsFor(candidates: readonly NamedCall[], id: unknown): readonly NamedCall[] {
  const shares = candidates.filter(({ call }) => call.access.startsWith('share/'))
  if (shares.length === 0 || shares.length === candidates.length) return candidates
  const isShare = typeof id === 'string' && !/^\d+$/.test(id)
  return isShare ? shares : candidates.filter((candidate) => !shares.includes(candidate))
}

/**
 * The call among those of one address that answers a method: the one asked for, or the one that a POST stands
 * for.
 * @throws method_not_allowed
 */
export function callFor(candidates: readonly NamedCall[], method: Method, wanted: Method): NamedCall {
  const found =
    candidates.find(({ call }) => (call.as ?? call.method) === wanted && call.method === method) ??
    candidates.find(({ call }) => (call.as ?? call.method) === wanted) ??
    candidates.find(({ call }) => call.alsoBy?.includes(wanted)) ??
    candidates.find(({ call }) => call.method === method && method === 'POST') ??
    (wanted === 'HEAD' ? candidates.find(({ call }) => call.method === 'GET') : undefined)
  if (!found) throw new ApiError('method_not_allowed', { method: wanted })
  return found
}

/**
 * What a path under `/rest/` answers.
 * @throws path_not_found
 */
export function genericAddress(restPath: string): Address {
  const path = parseResourcePath(restPath)
  const kind: PathKind = path.kind
  const found = generic.filter(({ call }) => call.pathKind === kind)
  if (found.length === 0) throw new ApiError('path_not_found')
  const { kind: _kind, ...parts } = path
  return { calls: found, path: { ...pickIds(parts), path: restPath } }
}

function pickIds(parts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parts).filter(([name]) => ['id', 'ids', 'uuid', 'field', 'subfield'].includes(name)),
  )
}

/** Visitors of other sites make it, each with the token of an embed. */
export function isOfEmbed({ access }: Call): boolean {
  return access.startsWith('embed/')
}

/** Visitors make it, each with the password of their share or a ticket. */
export function isOfShare({ access }: Call): boolean {
  return access.startsWith('share/')
}

/**
 * The method that a request stands for.
 * @source calls: X-HTTP-Method-Override, or the parameter `_method` of the address or of a form
 */
export function wantedMethod(request: FastifyRequest, body: unknown): Method {
  const field =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)['_method'] : undefined
  const override =
    request.headers['x-http-method-override'] ??
    (request.query as Record<string, unknown>)['_method'] ??
    field
  const wanted =
    request.method === 'POST' && typeof override === 'string' ? override.toUpperCase() : request.method
  return (
    (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).find((method) => method === wanted) ?? 'POST'
  )
}
