import { ApiError } from '@cartouche/contract'
import type { Changes } from '../../ground/changes.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Services } from '../../ground/services.ts'
import type { Schema } from './schema.ts'
import { selectSchemas } from './schemas.sql.ts'

/** Schemas by resource. */
export type Schemas = ReadonlyMap<string, Schema>

/** What is known of the schemas, for all requests. */
export interface SchemaRegistry {
  /** All schemas, as they are now, read by `reader` where they are not known. */
  list(reader: Database): Promise<Schemas>
  /** Forgets what was loaded, after a schema was written. */
  forget(): void
}

declare module '../../ground/services.ts' {
  interface Services {
    readonly schemaRegistry: SchemaRegistry
  }
}

/** The services, the context of a call, or either of them in a transaction. */
export type WithSchemas = Pick<Services, 'database' | 'schemaRegistry'>

interface Loading {
  readonly epoch: number | undefined
  readonly at: number
  readonly schemas: Promise<Schemas>
  /** Once they are there. */
  loaded: Schemas | undefined
}

/** How long a server that does not hear of changes works with what it knows. */
const freshForMs = 5000

/**
 * An empty registry. What it loads counts until `changes` tell of another schema, which another process may
 * have written.
 * @source decision 0040
 */
export function createSchemaRegistry(changes: Changes | undefined): SchemaRegistry {
  let last: Loading | undefined
  return {
    list: async (reader) => {
      const epoch = changes?.schemaEpoch()
      const known = last && isFresh(last, epoch) ? last : undefined
      // A transaction waits for no other connection, as that one may wait for this; what it reads may be its
      // own alone.
      if (reader.isTransaction) return known?.loaded ?? (await readSchemas(reader))
      if (known) return known.schemas
      const loading: Loading = { epoch, at: Date.now(), schemas: readSchemas(reader), loaded: undefined }
      last = loading
      try {
        loading.loaded = await loading.schemas
        return loading.loaded
      } catch (error) {
        if (last === loading) last = undefined
        throw error
      }
    },
    forget: () => {
      last = undefined
    },
  }
}

function isFresh(known: Loading, epoch: number | undefined): boolean {
  return epoch === undefined ? Date.now() - known.at < freshForMs : known.epoch === epoch
}

/** All schemas as the database has them now, for who holds them by `lockSchemas`. */
export async function readSchemas(reader: Database): Promise<Schemas> {
  return new Map((await selectSchemas(reader)).map((schema) => [schema.resource, schema]))
}

/** All schemas, as they are now. */
export function listSchemas({ database, schemaRegistry }: WithSchemas): Promise<Schemas> {
  return schemaRegistry.list(database)
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
