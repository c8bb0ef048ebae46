import { ApiError, parseResourcePath, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { may, refusal } from '../../access/decide.ts'
import { headersOf, securityOf } from './read-schemas.ts'
import { labelIn } from './schema.ts'
import { listSchemas } from './schema-registry.ts'

/**
 * The resources of a domain that the user may see, in their order; with their fields where asked for.
 * @throws unknown_resource for a domain without any, sign_in_needed, access_denied
 * @source data-layer §7 Schemas; wire facts "Lists"
 */
export async function listResources(
  context: Context,
  { path, headers, rscSecurity }: CallInput<Calls['listResources']>,
): Promise<CallAnswer<Calls['listResources']>> {
  const named = parseResourcePath(path)
  const domain = named.kind === 'domain' ? named.domain : ''
  const known = await listSchemas(context)
  const there = [...known.values()].filter((schema) => schema.domain === domain)
  if (there.length === 0) throw new ApiError('unknown_resource', { resource: domain.slice(0, 64) })
  const visible = there.filter(({ resource }) => may(context.identity, resource, 'view'))
  if (visible.length === 0) throw refusal(context.identity)
  const data = visible.map((schema) => ({
    resource: schema.resource,
    name: labelIn(schema.label, context.locale),
    path: schema.path,
    tree: schema.treeField !== null,
    importField: schema.importField,
    create: may(context.identity, schema.resource, 'create'),
    $security: securityOf(context, schema, rscSecurity),
    ...(headers ? { headers: headersOf(context, known, schema) } : {}),
  }))
  return { response: { count: data.length, total: data.length, data } }
}
