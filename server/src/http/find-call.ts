import { ApiError, calls, parseResourcePath, type Call, type CallName, type Method, type PathKind } from '@cartouche/contract'

/** A call with the parameters that its path gives. */
export interface FoundCall {
  readonly call: Call
  readonly name: CallName
  readonly path: Readonly<Record<string, unknown>>
}

const named = Object.entries(calls).map(([name, call]) => ({ name: name as CallName, call: call as Call }))
const generic = named.filter(({ call }) => call.pathKind !== undefined)

/** Calls with a fixed path, by path; generic calls share one wildcard. */
export function fixedPaths(): Map<string, { name: CallName; call: Call }[]> {
  const byPath = new Map<string, { name: CallName; call: Call }[]>()
  for (const one of named.filter(({ call }) => call.pathKind === undefined)) {
    for (const path of [one.call.path, ...(one.call.alsoAt ?? [])]) byPath.set(path, [...(byPath.get(path) ?? []), one])
  }
  return byPath
}

/**
 * The call among those of one address that answers a method: the one asked for, or the one that a POST stands for.
 * @throws method_not_allowed
 */
export function callFor(candidates: readonly { name: CallName; call: Call }[], method: Method, wanted: Method): { name: CallName; call: Call } {
  const found = candidates.find(({ call }) => (call.as ?? call.method) === wanted && call.method === method)
    ?? candidates.find(({ call }) => (call.as ?? call.method) === wanted)
    ?? candidates.find(({ call }) => call.alsoBy?.includes(wanted))
    ?? candidates.find(({ call }) => call.method === method && method === 'POST')
    ?? (wanted === 'HEAD' ? candidates.find(({ call }) => call.method === 'GET') : undefined)
  if (!found) throw new ApiError('method_not_allowed', { method: wanted })
  return found
}

/**
 * The generic call that a path under `/rest/` means.
 * @throws path_not_found, method_not_allowed
 */
export function genericCall(restPath: string, method: Method, wanted: Method): FoundCall {
  const path = parseResourcePath(restPath)
  const kind: PathKind = path.kind
  const candidates = generic.filter(({ call }) => call.pathKind === kind)
  if (candidates.length === 0) throw new ApiError('path_not_found')
  const found = callFor(candidates, method, wanted)
  const { kind: _kind, ...parts } = path
  return { ...found, path: { ...pickIds(parts), path: restPath } }
}

function pickIds(parts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parts).filter(([name]) => ['id', 'ids', 'uuid', 'field', 'subfield'].includes(name)))
}
