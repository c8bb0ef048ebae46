import { ApiError, parseResourcePath, resourceOfDotted } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { Schema } from '../schemas/schema.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'

/**
 * The resource that the path of a generic call names; the calls here each have one.
 * @throws path_not_found, unknown_resource
 */
export async function schemaAt(context: Context, path: string): Promise<Schema> {
  const named = parseResourcePath(path)
  const resource =
    'resource' in named
      ? named.resource
      : 'resources' in named && !named.several
        ? named.resources[0]
        : undefined
  if (resource === undefined) throw new ApiError('path_not_found')
  return getSchemaOf(context, resource)
}

/**
 * The same by the dotted spelling.
 * @throws path_not_found, unknown_resource
 */
export async function schemaAtDotted(context: Context, dotted: string): Promise<Schema> {
  const resource = resourceOfDotted(dotted)
  if (resource === undefined) throw new ApiError('path_not_found')
  return getSchemaOf(context, resource)
}
