import { ApiError } from '@cartouche/contract'
import { createCachedValue, type CachedValue } from '../../ground/cached-value.ts'
import type { Changes } from '../../ground/changes.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Services } from '../../ground/services.ts'
import type { Schema } from './schema.ts'
import { selectSchemas } from './schemas.sql.ts'

/** Schemas by resource. */
export type Schemas = ReadonlyMap<string, Schema>

declare module '../../ground/services.ts' {
  interface Services {
    readonly schemaRegistry: CachedValue<Schemas>
  }
}

/** The services, the context of a call, or either of them in a transaction. */
export type WithSchemas = Pick<Services, 'database' | 'schemaRegistry'>

/** An empty registry. @source decision 0040 */
export function createSchemaRegistry(changes: Changes | undefined): CachedValue<Schemas> {
  return createCachedValue(changes, readSchemas)
}

/** All schemas as the database has them now, for whoever holds them by `lockSchemas`. */
export async function readSchemas(reader: Database): Promise<Schemas> {
  return new Map((await selectSchemas(reader)).map((schema) => [schema.resource, schema]))
}

/** All schemas, as they are now. */
export function listSchemas({ database, schemaRegistry }: WithSchemas): Promise<Schemas> {
  return schemaRegistry.get(database)
}

/**
 * The schema of a resource.
 * @throws unknown_resource
 */
export async function getSchemaOf(services: WithSchemas, resource: string): Promise<Schema> {
  const schema = (await listSchemas(services)).get(resource)
  if (!schema) throw new ApiError('unknown_resource', { resource: resource.slice(0, 64) })
  return schema
}
