import { ApiError } from '@cartouche/contract'
import type { Changes } from '../../ground/changes.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Schema } from './schema.ts'
import { selectSchemas } from './schemas.sql.ts'

/** Schemas by resource. */
export type Schemas = ReadonlyMap<string, Schema>

interface Loaded {
  readonly epoch: number | undefined
  readonly at: number
  readonly schemas: Promise<Schemas>
}

/** How long a server that does not hear of changes works with what it knows. */
const freshForMs = 5000
const loaded = new WeakMap<Database, Loaded>()
const heard = new WeakMap<Database, Changes>()

/**
 * Lets this process hear of schemas that another one changes: what it knows counts until it does.
 * @source decision 0040
 */
export function subscribeToSchemas(database: Database, changes: Changes): void {
  heard.set(database, changes)
}

/** Rises with every change of schemas and synonyms; undefined where they cannot be heard of. */
export function schemaEpochOf(database: Database): number | undefined {
  return heard.get(database)?.schemaEpoch()
}

/** All schemas, as they are now. */
export async function listSchemas(database: Database): Promise<Schemas> {
  const epoch = schemaEpochOf(database)
  const known = loaded.get(database)
  if (known && (epoch === undefined ? Date.now() - known.at < freshForMs : known.epoch === epoch))
    return known.schemas
  const schemas = selectSchemas(database).then(
    (list) => new Map(list.map((schema) => [schema.resource, schema])),
  )
  loaded.set(database, { epoch, at: Date.now(), schemas })
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

/** Lets a transaction work with what its database knows. */
export function adoptSchemas(transaction: Database, database: Database): void {
  const known = loaded.get(database)
  if (known) loaded.set(transaction, { ...known, at: Date.now() })
}
