import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { compileRows, flagsOfRule, idsOfRule, type RuleColumns } from '../../access/compile-rows.ts'
import { scopeOf, type Scope } from '../../access/decide.ts'
import type { Identity } from '../../access/identity.ts'
import type { RuleField } from '../../access/rule-fields.ts'

type Condition = RawBuilder<SqlBool>

const columns: RuleColumns<RuleField<'cart'>> = {
  id: (values) => sql<SqlBool>`(c.id = any(${idsOfRule(values)}::bigint[]))`,
  owner: (values) => sql<SqlBool>`(c.owner_id = any(${idsOfRule(values)}::bigint[]))`,
  collaborators: (values) =>
    sql<SqlBool>`(exists (select from cart_collaborator cc where cc.cart_id = c.id and cc.user_id = any(${idsOfRule(values)}::bigint[])))`,
  editors: (values) =>
    sql<SqlBool>`(exists (select from cart_collaborator cc where cc.cart_id = c.id and cc.may_edit and cc.user_id = any(${idsOfRule(values)}::bigint[])))`,
  private: (values) => sql<SqlBool>`(c.is_private = any(${flagsOfRule(values)}::boolean[]))`,
}

/**
 * The condition on `cart c` under which an identity may take an action: the rows that the kernel grants, and
 * a cart that has expired is its owner's alone.
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
 * The condition on `cart c` under which a cart lies in a scope of the resource `cart`. Row rules may name
 * `id`, `owner`, `collaborators`, `editors` (those of them who may edit) and `private`.
 * @throws TypeError where a rule names anything else: a rule that is not understood must never let someone in
 */
export function compileCartScope(scope: Scope): Condition {
  if (scope.resource !== 'cart') throw new TypeError(`A scope of carts is needed, not of ${scope.resource}`)
  const rows = compileRows(scope, columns)
  return scope.cartId === null ? rows : sql<SqlBool>`(c.id = ${scope.cartId} and ${rows})`
}
