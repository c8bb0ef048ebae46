import {
  ApiError,
  parseResourcePath,
  type CudRules,
  type FieldHeader,
  type SchemaAnswer,
  type SchemasAnswer,
} from '@cartouche/contract'
import type { z } from 'zod'
import type { Context } from '../../access/context.ts'
import { may, requireAction } from '../../access/decide.ts'
import { labelIn, type Field, type Schema } from './schema.ts'
import { getSchemaOf, listSchemas, type Schemas } from './schema-registry.ts'
import { actionOfScope, answeredScope, defaultScopes } from './security-scopes.ts'

const noRules: CudRules = {
  create: false,
  update: false,
  mandatoryCreate: false,
  defaultCreate: null,
  mandatoryPatch: false,
  defaultPatch: null,
  mandatoryStructure: false,
}

/** Schemas that one request may name. @source data-layer §9: 20 per batch */
const schemasAtOnce = 20

/**
 * The schema of the resource that a path names, or of several at once: exactly one of `resource` and
 * `resources` is answered.
 * @throws unknown_resource, invalid_parameter, sign_in_needed, access_denied
 * @source wire facts "Schema headers"; data-layer §5
 */
export async function readSchemas(
  context: Context,
  path: string,
  scopes?: readonly string[],
): Promise<SchemaAnswer | z.input<typeof SchemasAnswer>> {
  const named = parseResourcePath(path)
  if (named.kind !== 'headers') throw new ApiError('path_not_found')
  if (named.resources.length > schemasAtOnce)
    throw new ApiError('invalid_parameter', {
      parameter: 'path',
      reason: `at most ${schemasAtOnce} resources at once`,
    })
  const known = await listSchemas(context)
  const schemas = await Promise.all(named.resources.map((resource) => getSchemaOf(context, resource)))
  schemas.forEach((schema) => requireAction(context.identity, schema.resource, 'view'))
  const [schema] = schemas
  if (!named.several && schema)
    return { ...about(context, schema, scopes), headers: headersOf(context, known, schema) }
  return {
    resources: schemas.map((each) => about(context, each, scopes)),
    headers: Object.fromEntries(schemas.map((each) => [each.resource, headersOf(context, known, each)])),
  }
}

function about(
  context: Context,
  schema: Schema,
  scopes: readonly string[] | undefined,
): Omit<SchemaAnswer, 'headers'> {
  return {
    resource: schema.resource,
    name: labelIn(schema.label, context.locale),
    create: may(context.identity, schema.resource, 'create'),
    $security: securityOf(context, schema, scopes),
    tree: schema.treeField !== null,
    importField: schema.importField,
  }
}

/**
 * Scopes that were asked for, or the customary ones, with what is decided for each on the whole resource.
 * @source data-layer §6
 */
export function securityOf(
  { identity }: Context,
  { resource }: Schema,
  scopes: readonly string[] = [],
): Record<string, boolean> {
  return Object.fromEntries(
    (scopes.length > 0 ? scopes : defaultScopes).map((scope) => [
      answeredScope(scope),
      may(identity, resource, actionOfScope(scope)),
    ]),
  )
}

/** The fields of a schema as clients read them, in order. */
export function headersOf(context: Context, known: Schemas, schema: Schema): Record<string, FieldHeader> {
  return Object.fromEntries(
    [...schema.fields.values()].map((field) => [field.name, headerOf(context, known, field)]),
  )
}

function headerOf(context: Context, known: Schemas, field: Field): FieldHeader {
  const target = field.target === null ? undefined : known.get(field.target)
  return {
    name: labelIn(field.label, context.locale),
    type: field.type,
    ...(target ? { href: `${context.request.baseUrl}/api/rest/${target.path}` } : {}),
    i18n: field.i18n,
    i18nFor: field.i18nFor,
    ...localeOf(field),
    tree: field.isTree,
    facet: field.isFacet,
    sortable: field.isSortable,
    group: { id: field.groupId },
    taborder: field.taborder,
    cud: { ...noRules, ...field.cud },
  }
}

/** A companion's name is the base field's with its language after it; what the base holds is English. */
function localeOf({ name, i18n, i18nFor }: Field): { locale?: string; i18nLocale?: string } {
  const locale = i18nFor === null ? (i18n ? 'en' : undefined) : name.slice(i18nFor.length + 1)
  return locale === undefined ? {} : { locale, i18nLocale: locale }
}
