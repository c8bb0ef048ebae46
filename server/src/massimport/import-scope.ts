import { sql, type SqlBool } from 'kysely'
import type { Scope } from '../access/decide.ts'
import { compileCondition, type Comparison, type Condition } from '../search/compile-condition.ts'

/**
 * The condition on `import_job j` under which jobs, or items of jobs, lie in a scope of `massimportjob` or `massimportitem`.
 * Row rules may name `owner`.
 * @throws TypeError where a rule names anything else: a rule that is not understood must never let someone in
 */
export function compileImportScope(scope: Scope): Condition {
  if (scope.resource !== 'massimportjob' && scope.resource !== 'massimportitem') throw new TypeError(`A scope of imports is needed, not of ${scope.resource}`)
  // Visitors of a share see a cart, and no import.
  if (scope.cartId !== null) return sql<SqlBool>`false`
  return compileCondition(scope.rows, compileOwner)
}

function compileOwner({ field, operator, values }: Comparison): Condition {
  const ids = values.map(Number)
  if (field !== 'owner' || (operator !== 'eq' && operator !== 'in') || !ids.every(Number.isSafeInteger)) throw new TypeError(`A row rule of imports cannot name ${field}.${operator}`)
  return sql<SqlBool>`(j.owner_id = any(${ids}::bigint[]))`
}
