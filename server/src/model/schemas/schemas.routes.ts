import { ApiError, resourceOfDotted } from '@cartouche/contract'
import { requireAction } from '../../access/decide.ts'
import type { Routes } from '../../access/handler.ts'
import { listResources } from './list-resources.ts'
import { readSchemas } from './read-schemas.ts'
import { getSchemaOf } from './schema-registry.ts'

/**
 * What clients read of schemas; they are changed like other entities, as `data/schema` and
 * `data/schemafield`.
 */
export const schemaRoutes: Routes<'getSchema' | 'listResources' | 'getUpdateFields'> = {
  getSchema: async (context, { path, rscSecurity }) => readSchemas(context, path, rscSecurity),
  listResources,
  getUpdateFields: async (context, { dotted }) => {
    const resource = resourceOfDotted(dotted)
    if (resource === undefined) throw new ApiError('path_not_found')
    const schema = await getSchemaOf(context, resource)
    requireAction(context.identity, resource, 'update')
    const fields = [...schema.fields.values()].filter(({ cud }) => cud.update)
    return {
      resource,
      inputs: {
        properties: Object.fromEntries(
          fields.map(({ name, taborder, groupId }) => [name, { position: taborder, group: { id: groupId } }]),
        ),
      },
    }
  },
}
