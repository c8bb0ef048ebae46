import type { Operator, Query, QueryValue } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { scopeOf, type Scope } from '../access/decide.ts'
import type { Identity } from '../access/identity.ts'

type Condition = RawBuilder<SqlBool>
type Comparison = Extract<Query, { kind: 'compare' }>

/**
 * The condition on `cart c` under which an identity may take an action: the rows that the kernel grants, and a cart that has
 * expired is its owner's alone.
 * @source portal §6 carts, §3 Cart "expires"; decision 0020
 */
export function compileCartAccess(identity: Identity, action: string): Condition {
  return sql<SqlBool>`(${compileCartScope(scopeOf(identity, 'cart', action))} and (c.expires_at is null or c.expires_at > now() or ${isOwner(identity)}))`
}

/** Whether the cart `c` belongs to an identity; a visitor owns nothing. */
export function isOwner(identity: Identity): Condition {
  if (identity.kind !== 'user' && identity.kind !== 'application') return sql<SqlBool>`false`
  return sql<SqlBool>`(c.owner_id = ${identity.id} and c.owner_resource = ${identity.kind})`
}

/**
 * The condition on `cart c` under which a cart lies in a scope of the resource `cart`. Row rules may name `id`, `owner`,
 * `collaborators` and `private`.
 * @throws TypeError where a rule names anything else: a rule that is not understood must never let someone in
 */
export function compileCartScope(scope: Scope): Condition {
  if (scope.resource !== 'cart') throw new TypeError(`A scope of carts is needed, not of ${scope.resource}`)
  const rows = compile(scope.rows)
  return scope.cartId === null ? rows : sql<SqlBool>`(c.id = ${scope.cartId} and ${rows})`
}

function compile(query: Query): Condition {
  switch (query.kind) {
    case 'all': return sql<SqlBool>`true`
    case 'none': return sql<SqlBool>`false`
    case 'not': return sql<SqlBool>`not coalesce(${compile(query.part)}, false)`
    case 'and': return sql<SqlBool>`(${sql.join(query.parts.map(compile), sql` and `)})`
    case 'or': return sql<SqlBool>`(${sql.join(query.parts.map(compile), sql` or `)})`
    case 'compare': return compileComparison(query)
  }
}

function compileComparison(comparison: Comparison): Condition {
  const condition = compileIncluded(comparison)
  return excluding.has(comparison.operator) ? sql<SqlBool>`not ${condition}` : condition
}

const including: ReadonlySet<Operator> = new Set(['eq', 'in', 'ct'])
const excluding: ReadonlySet<Operator> = new Set(['neq', 'nin'])

function compileIncluded({ field, operator, values }: Comparison): Condition {
  if (!including.has(operator) && !excluding.has(operator)) throw misfit(`${field}.${operator}`)
  switch (field) {
    case 'id': return sql<SqlBool>`(c.id = any(${values.map((value) => numberOf(value, field))}::bigint[]))`
    case 'owner': return sql<SqlBool>`(c.owner_id = any(${values.map((value) => numberOf(value, field))}::bigint[]))`
    case 'collaborators': return sql<SqlBool>`(exists (select from cart_collaborator cc where cc.cart_id = c.id and cc.user_id = any(${values.map((value) => numberOf(value, field))}::bigint[])))`
    case 'private': return sql<SqlBool>`(c.is_private = any(${values.map((value) => booleanOf(value, field))}::boolean[]))`
    default: throw misfit(field)
  }
}

function numberOf(value: QueryValue, field: string): number {
  const number = typeof value === 'boolean' || value === null || value === '' ? Number.NaN : Number(value)
  if (!Number.isSafeInteger(number)) throw misfit(`${field} = ${JSON.stringify(value)}`)
  return number
}

function booleanOf(value: QueryValue, field: string): boolean {
  if (typeof value !== 'boolean') throw misfit(`${field} = ${JSON.stringify(value)}`)
  return value
}

function misfit(what: string): TypeError {
  return new TypeError(`A row rule of carts cannot say ${what}`)
}
