import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { compileRows, idsOfRule, type RuleColumns } from './compile-rows.ts'
import type { Scope } from './decide.ts'
import type { RuleField } from './rule-fields.ts'

const columns: RuleColumns<RuleField<'massimportjob' | 'massimportitem'>> = {
  owner: (values) => sql<SqlBool>`(j.owner_id = any(${idsOfRule(values)}::bigint[]))`,
}

/**
 * The condition on `import_job j` under which jobs, or items of jobs, lie in a scope of `massimportjob` or
 * `massimportitem`. Row rules may name `owner`.
 * @throws TypeError where a rule names anything else: a rule that is not understood must never let someone in
 */
export function compileImportScope(scope: Scope): RawBuilder<SqlBool> {
  if (scope.resource !== 'massimportjob' && scope.resource !== 'massimportitem')
    throw new TypeError(`A scope of imports is needed, not of ${scope.resource}`)
  // Visitors of a share see a cart, and no import.
  return scope.cartId === null ? compileRows(scope, columns) : sql<SqlBool>`false`
}
