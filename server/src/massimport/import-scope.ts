import type { Query } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '../access/decide.ts'

/**
 * The condition on `import_job j` under which jobs, or items of jobs, lie in a scope of `massimportjob` or `massimportitem`.
 * Row rules may name `owner`.
 * @throws TypeError where a rule names anything else: a rule that is not understood must never let someone in
 */
export function compileImportScope(scope: Scope): RawBuilder<SqlBool> {
  if (scope.resource !== 'massimportjob' && scope.resource !== 'massimportitem') throw new TypeError(`A scope of imports is needed, not of ${scope.resource}`)
  // Visitors of a share see a cart, and no import.
  if (scope.cartId !== null) return sql<SqlBool>`false`
  return compile(scope.rows)
}

function compile(query: Query): RawBuilder<SqlBool> {
  switch (query.kind) {
    case 'all': return sql<SqlBool>`true`
    case 'none': return sql<SqlBool>`false`
    case 'not': return sql<SqlBool>`not coalesce(${compile(query.part)}, false)`
    case 'and': return sql<SqlBool>`(${sql.join(query.parts.map(compile), sql` and `)})`
    case 'or': return sql<SqlBool>`(${sql.join(query.parts.map(compile), sql` or `)})`
    case 'compare': {
      const ids = query.values.map(Number)
      if (query.field !== 'owner' || (query.operator !== 'eq' && query.operator !== 'in') || !ids.every(Number.isSafeInteger)) {
        throw new TypeError(`A row rule of imports cannot name ${query.field}.${query.operator}`)
      }
      return sql<SqlBool>`(j.owner_id = any(${ids}::bigint[]))`
    }
  }
}
