import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '../../access/decide.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Schemas } from '../schemas/schema-registry.ts'
import { scopeCondition } from './compile-query.ts'
import { conditionSql } from './condition.ts'

export { scopeCondition } from './compile-query.ts'

/** The condition on `search s` under which a row lies in a scope, in SQL. */
export async function compileScope(
  database: Database,
  schemas: Schemas,
  scope: Scope,
): Promise<RawBuilder<SqlBool>> {
  return sql<SqlBool>`(s.resource = ${scope.resource} and ${conditionSql(await scopeCondition({ database, schemas }, scope))})`
}
