import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '../access/decide.ts'
import type { Database } from '../database/database.ts'
import type { Schemas } from '../schemas/schema-registry.ts'
import { compileQuery } from './compile-query.ts'
import { allOf, conditionSql, type Condition } from './condition.ts'

/** The condition under which a row of the scope's resource lies in it. */
export async function scopeCondition(database: Database, schemas: Schemas, scope: Scope): Promise<Condition> {
  const schema = schemas.get(scope.resource)
  if (!schema) return { kind: 'none' }
  const rows = await compileQuery({ database, schemas, schema }, scope.rows)
  // A visitor sees vocabularies as they are, and of assets those in the cart alone.
  if (scope.cartId === null || scope.resource !== 'asset') return rows
  return allOf(rows, { kind: 'sql', sql: sql<SqlBool>`exists (select 1 from cart_item ci where ci.cart_id = ${scope.cartId} and ci.resource = s.resource and ci.entity_id = s.id)` })
}

/** The condition on `search s` under which a row lies in a scope, in SQL. */
export async function compileScope(database: Database, schemas: Schemas, scope: Scope): Promise<RawBuilder<SqlBool>> {
  return sql<SqlBool>`(s.resource = ${scope.resource} and ${conditionSql(await scopeCondition(database, schemas, scope))})`
}
