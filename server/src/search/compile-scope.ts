import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Scope } from '../access/decide.ts'
import type { Database } from '../database/database.ts'
import type { Schemas } from '../schemas/schema-registry.ts'
import { compileQuery } from './compile-query.ts'

/** The condition on `search s` under which a row lies in a scope. */
export async function compileScope(database: Database, schemas: Schemas, scope: Scope): Promise<RawBuilder<SqlBool>> {
  const schema = schemas.get(scope.resource)
  if (!schema) return sql<SqlBool>`false`
  const rows = await compileQuery({ database, schemas, schema }, scope.rows)
  if (scope.cartId === null) return sql<SqlBool>`(s.resource = ${scope.resource} and ${rows})`
  // A visitor sees vocabularies as they are, and of assets those in the cart alone.
  if (scope.resource !== 'asset') return sql<SqlBool>`(s.resource = ${scope.resource} and ${rows})`
  return sql<SqlBool>`(s.resource = ${scope.resource} and ${rows} and exists (
    select 1 from cart_item ci where ci.cart_id = ${scope.cartId} and ci.resource = s.resource and ci.entity_id = s.id))`
}
