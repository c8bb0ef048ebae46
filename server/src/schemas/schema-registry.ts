import { ApiError } from '@cartouche/contract'
import type { Database } from '../database/database.ts'
import type { Schema } from './schema.ts'
import { selectSchemas } from './schemas.sql.ts'

/** Schemas by resource. */
export type Schemas = ReadonlyMap<string, Schema>

/** How long a server works with schemas that another server may have changed. */
const freshForMs = 5000
const loaded = new WeakMap<Database, { readonly at: number; readonly schemas: Promise<Schemas> }>()

/** All schemas, at most five seconds old. */
export async function listSchemas(database: Database): Promise<Schemas> {
  const known = loaded.get(database)
  if (known && Date.now() - known.at < freshForMs) return known.schemas
  const schemas = selectSchemas(database).then((list) => new Map(list.map((schema) => [schema.resource, schema])))
  loaded.set(database, { at: Date.now(), schemas })
  schemas.catch(() => loaded.delete(database))
  return schemas
}

/**
 * The schema of a resource.
 * @throws unknown_resource
 */
export async function getSchemaOf(database: Database, resource: string): Promise<Schema> {
  const schema = (await listSchemas(database)).get(resource)
  if (!schema) throw new ApiError('unknown_resource', { resource: resource.slice(0, 64) })
  return schema
}

/** Forgets what was loaded, after a schema was written. */
export function forgetSchemas(database: Database): void {
  loaded.delete(database)
}
