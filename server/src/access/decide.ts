import { and, ApiError, everything, nothing, or, type Query, type QueryValue } from '@cartouche/contract'
import type { Grant, Identity, SignedIn } from './identity.ts'

declare const decided: unique symbol

/**
 * The rows of a resource on which an identity may take an action. Only the kernel makes one, and every statement that
 * reads entities asks for one: a list without its row rule does not compile.
 */
export interface Scope {
  readonly [decided]: true
  readonly resource: string
  readonly rows: Query
  /** Only entities that this cart holds; for visitors. */
  readonly cartId: number | null
}

/**
 * Decides for every route: on which rows of the resource may this identity take this action?
 * `rows` is `none` where it may not at all.
 * @source DESIGN "One authorisation kernel"
 */
export function scopeOf(identity: Identity, resource: string, action: string, now: Date = new Date()): Scope {
  if (identity.kind === 'anonymous') return scope(resource, nothing)
  if (identity.kind === 'visitor') {
    const rows = visitorMay(identity.actions, resource, action) ? rowsOf(identity.sharer, resource, action, now) : nothing
    return scope(resource, rows, identity.cartId)
  }
  return scope(resource, rowsOf(identity, resource, action, now))
}

/** Whether an identity may take this action on some row of the resource. */
export function may(identity: Identity, resource: string, action: string): boolean {
  return scopeOf(identity, resource, action).rows.kind !== 'none'
}

/**
 * Refuses an identity that may take this action on no row at all.
 * @throws sign_in_needed, session_gone, access_denied
 */
export function requireAction(identity: Identity, resource: string, action: string): Scope {
  const decision = scopeOf(identity, resource, action)
  if (decision.rows.kind !== 'none') return decision
  throw refusal(identity)
}

/** The error for an identity that may not: who is nobody is asked to sign in, the others are denied. */
export function refusal(identity: Identity): ApiError {
  if (identity.kind !== 'anonymous') return new ApiError('access_denied')
  return new ApiError(identity.sessionGone ? 'session_gone' : 'sign_in_needed')
}

/** The rows on which both hold. */
export function narrow(outer: Scope, query: Query): Scope {
  return { ...outer, rows: and(outer.rows, query) }
}

/** A text that is equal for scopes that differ in the present instant alone; for signatures and memories. */
export function timelessKey(of: Scope): string {
  return JSON.stringify(of).replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"$now"')
}

function scope(resource: string, rows: Query, cartId: number | null = null): Scope {
  return { resource, rows, cartId } as Scope
}

/** The shared cart, its assets, and what their records name; the sharer's imports and colleagues are none of a visitor's business. */
const shared: ReadonlySet<string> = new Set(['cart', 'asset', 'assetnature', 'assetkeyword', 'assetcollection'])

function visitorMay(actions: readonly string[], resource: string, action: string): boolean {
  if (action === 'view') return shared.has(resource)
  return resource === 'asset' && action === 'download' && (actions.includes('download') || actions.includes('zip'))
}

function rowsOf(identity: Omit<SignedIn, 'session'>, resource: string, action: string, now: Date): Query {
  const matching = identity.role.grants.filter((grant) => covers(grant, resource, action))
  return or(...matching.map((grant) => (grant.rows ? bind(grant.rows, { $me: identity.id, $now: now.toISOString() }) : everything)))
}

function covers(grant: Grant, resource: string, action: string): boolean {
  return (grant.resource === '*' || grant.resource === resource) && (grant.action === '*' || grant.action === action)
}

function bind(query: Query, variables: Readonly<Record<string, QueryValue>>): Query {
  switch (query.kind) {
    case 'and': case 'or': return { ...query, parts: query.parts.map((part) => bind(part, variables)) }
    case 'not': return { ...query, part: bind(query.part, variables) }
    case 'compare': return { ...query, values: query.values.map((value) => (typeof value === 'string' ? (variables[value] ?? value) : value)) }
    default: return query
  }
}
