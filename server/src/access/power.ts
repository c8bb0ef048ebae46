import { ApiError, workflowOf } from '@cartouche/contract'
import type { Grant, Identity, Role } from './identity.ts'

/** What people of a role may do, as it is held against another's. */
export type Power = Pick<Role, 'grants' | 'watermark'>

/** Resources whose grants decide over all others. */
const decisive: ReadonlySet<string> = new Set(['*', 'role'])

/**
 * The first right of `wanted` that `own` does not have, as `asset/publish`; undefined where there is none.
 * Conservative: a grant is covered by one without a row rule or with the very same one, never by several
 * together. Pictures without a watermark are a right, too.
 * @source decision 0110
 */
export function findBeyond(own: Power, wanted: Power): string | undefined {
  const missing = wanted.grants.find((grant) => !own.grants.some((one) => covers(one, grant)))
  if (missing) return `${missing.resource}/${missing.action}`
  return own.watermark && !wanted.watermark && wanted.grants.length > 0
    ? 'pictures without a watermark'
    : undefined
}

/**
 * Refuses to give, change, take or touch what may do more than the caller.
 * @throws power_exceeded with the right that is missing; administrator_only where it may do everything
 * @source decision 0110
 */
export function requirePower(identity: Identity, wanted: Power): void {
  const own: Power = isSignedIn(identity) ? identity.role : { grants: [], watermark: true }
  const beyond = findBeyond(own, wanted)
  if (beyond === undefined) return
  throw holdsEverything(wanted)
    ? new ApiError('administrator_only')
    : new ApiError('power_exceeded', { grant: beyond })
}

/**
 * Refuses grants that `before` does not have and that decide over all others, to whoever may not do
 * everything.
 * @throws administrator_only
 * @source decision 0110
 */
export function requireToGrant(identity: Identity, before: readonly Grant[], after: readonly Grant[]): void {
  const isNew = (grant: Grant): boolean => !before.some((one) => isSame(one, grant))
  if (!after.some((grant) => decisive.has(grant.resource) && isNew(grant))) return
  if (!isSignedIn(identity) || !holdsEverything(identity.role)) throw new ApiError('administrator_only')
}

/** What schemas grant to a role that they name as a reader or as a writer. @source decision 0040 */
export function grantsOfSchemas(readable: readonly string[], writable: readonly string[]): Grant[] {
  const views = [...readable, ...writable].flatMap((resource) =>
    ['view', 'download'].map((action) => ({ resource, action })),
  )
  const changes = writable.flatMap((resource) =>
    ['create', 'update', 'delete', 'workflow', ...Object.keys(workflowOf(resource).actions)].map(
      (action) => ({ resource, action }),
    ),
  )
  return [...views, ...changes].map((grant) => ({ ...grant, bySchema: true }))
}

function isSignedIn(identity: Identity): identity is Extract<Identity, { role: Role }> {
  return identity.kind === 'user' || identity.kind === 'application'
}

function holdsEverything({ grants }: Power): boolean {
  return grants.some(({ resource, action, rows }) => resource === '*' && action === '*' && !rows)
}

function covers(own: Grant, wanted: Grant): boolean {
  if (own.resource !== '*' && own.resource !== wanted.resource) return false
  if (own.action !== '*' && own.action !== wanted.action) return false
  return own.rows === undefined || JSON.stringify(own.rows) === JSON.stringify(wanted.rows)
}

function isSame(one: Grant, other: Grant): boolean {
  return (
    one.resource === other.resource &&
    one.action === other.action &&
    JSON.stringify(one.rows) === JSON.stringify(other.rows)
  )
}
