import { parseResourcePath, resourceOfDotted, type Call } from '@cartouche/contract'
import { refusal, requireAction } from '../access/decide.ts'
import type { Identity } from '../access/identity.ts'
import { isOfEmbed, isOfShare, type Address, type NamedCall } from './find-call.ts'

/**
 * The calls of an address that this identity may make at all.
 * @throws what the first of them is refused with, where there are none
 */
export function permittedCalls(identity: Identity, { calls }: Address): readonly NamedCall[] {
  const refusals: unknown[] = []
  const permitted = calls.filter(({ call }) => {
    try {
      checkAccess(identity, call)
      return true
    } catch (error) {
      refusals.push(error)
      return false
    }
  })
  if (permitted.length === 0) throw refusals[0]
  return permitted
}

/**
 * The coarse decision: may this identity take the action at all? Rows are decided by the domain function's
 * scope.
 * @throws sign_in_needed, session_gone, access_denied
 */
export function checkAccess(identity: Identity, call: Call): void {
  if (call.access === 'public' || isOfShare(call) || isOfEmbed(call)) return
  if (call.access === 'signed-in') {
    if (identity.kind !== 'user' && identity.kind !== 'application') throw refusal(identity)
    return
  }
  const [resource = '', action = ''] = call.access.split('/')
  // The resource of a generic call comes from its path; the domain function asks the kernel once it knows it.
  if (resource === 'entity') {
    if (identity.kind === 'anonymous') throw refusal(identity)
    return
  }
  // Visitors reach the shared cart by the calls of shares, which show them less of it.
  if (identity.kind === 'visitor' && resource === 'cart') throw refusal(identity)
  requireAction(identity, resource, action)
}

/**
 * Whoever sends a file to a generic call may take its action on some entity of the resource that the path
 * names.
 * @throws sign_in_needed, session_gone, access_denied
 */
export function checkFileAccess(identity: Identity, call: Call, { path, dotted }: Address['path']): void {
  checkAccess(identity, call)
  const named = typeof path === 'string' ? parseResourcePath(path) : undefined
  const resource =
    typeof dotted === 'string'
      ? resourceOfDotted(dotted)
      : named && 'resource' in named
        ? named.resource
        : named && 'resources' in named
          ? named.resources[0]
          : undefined
  requireAction(identity, resource ?? '', call.access.split('/')[1] ?? '')
}
