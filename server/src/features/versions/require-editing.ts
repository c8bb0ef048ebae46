import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireRows } from '../../model/entities/decide-rows.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import { listSchemas } from '../../model/schemas/schema-registry.ts'
import { selectEntityId, type VersionsOf } from './versions.sql.ts'

/** An entity that has a file, or may have one. */
export interface Versioned extends VersionsOf {
  readonly schema: Schema & { readonly importField: string }
}

/**
 * The entity that an address names, of a resource that has files, where the caller may take an action on it:
 * whoever may only look at an asset does not see what it was before.
 * @throws entity_not_found, access_denied, sign_in_needed
 * @source decisions 0196, 0197 and 0209
 */
export async function requireVersioned(
  context: Context,
  { object, id: reference }: { readonly object: string; readonly id: string },
  action: 'view' | 'update' | 'delete' | 'readComments' | 'comment' | 'commentInShare' = 'update',
): Promise<Versioned> {
  const resource = object.toLowerCase().slice(0, 64)
  const schema = (await listSchemas(context)).get(resource)
  const id = schema && (await selectEntityId(context.database, resource, reference))
  if (!schema || !hasOriginal(schema) || id === undefined)
    throw new ApiError('entity_not_found', { resource, id: reference })
  await requireRows(context, schema, [id], action)
  return { schema, resource, id }
}

const hasOriginal = (schema: Schema): schema is Versioned['schema'] => schema.importField !== null
