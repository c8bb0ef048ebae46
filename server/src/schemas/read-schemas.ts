import { ApiError, parseResourcePath, type CudRules, type FieldHeader, type SchemaAnswer, type SchemasAnswer } from '@cartouche/contract'
import type { z } from 'zod'
import type { Context } from '../access/context.ts'
import { may, requireAction } from '../access/decide.ts'
import { labelIn, type Field, type Schema } from './schema.ts'
import { getSchemaOf, listSchemas, type Schemas } from './schema-registry.ts'

/** Security scopes that clients ask for, and the action of the kernel that answers each. @source data-layer §6 */
const securityScopes: Readonly<Record<string, string>> = {
  'objectdata/insert': 'create', 'objectactions/create': 'create', 'objectactions/multiupdate': 'update', 'objectactions/delete': 'delete', 'objectactions/view': 'view',
}

const noRules: CudRules = { create: false, update: false, mandatoryCreate: false, defaultCreate: null, mandatoryPatch: false, defaultPatch: null, mandatoryStructure: false }

/**
 * The schema of the resource that a path names, or of several at once.
 * @throws unknown_resource, sign_in_needed, access_denied
 * @source wire facts "Schema headers"
 */
export async function readSchemas(context: Context, path: string): Promise<SchemaAnswer | z.input<typeof SchemasAnswer>> {
  const named = parseResourcePath(path)
  if (named.kind !== 'headers') throw new ApiError('path_not_found')
  const known = await listSchemas(context.database)
  const schemas = await Promise.all(named.resources.map((resource) => getSchemaOf(context.database, resource)))
  schemas.forEach((schema) => requireAction(context.identity, schema.resource, 'view'))
  const [schema] = schemas
  if (!named.several && schema) return one(context, known, schema)
  return {
    resources: schemas.map((each) => ({ resource: each.resource, name: labelIn(each.label, context.locale), tree: each.treeField !== null })),
    headers: Object.fromEntries(schemas.map((each) => [each.resource, headersOf(context, known, each)])),
  }
}

function one(context: Context, known: Schemas, schema: Schema): SchemaAnswer {
  const security = Object.entries(securityScopes).map(([scope, action]) => [scope, may(context.identity, schema.resource, action)] as const)
  return {
    resource: schema.resource, name: labelIn(schema.label, context.locale), create: may(context.identity, schema.resource, 'create'),
    $security: Object.fromEntries(security), tree: schema.treeField !== null, headers: headersOf(context, known, schema),
  }
}

function headersOf(context: Context, known: Schemas, schema: Schema): Record<string, FieldHeader> {
  return Object.fromEntries([...schema.fields.values()].map((field) => [field.name, headerOf(context, known, field)]))
}

function headerOf(context: Context, known: Schemas, field: Field): FieldHeader {
  const target = field.target === null ? undefined : known.get(field.target)
  return {
    name: labelIn(field.label, context.locale), type: field.type, ...(target ? { href: `${context.request.baseUrl}/api/rest/${target.path}` } : {}),
    i18n: field.i18n, i18nFor: field.i18nFor, tree: field.isTree, facet: field.isFacet, sortable: field.isSortable,
    group: { id: field.groupId }, taborder: field.taborder, cud: { ...noRules, ...field.cud },
  }
}
