import { ApiError, type ImportResource } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { may } from '../../access/decide.ts'
import type { Identity } from '../../access/identity.ts'
import { headersOf } from '../../model/schemas/read-schemas.ts'
import { labelIn, type Schema } from '../../model/schemas/schema.ts'
import { listSchemas, type Schemas } from '../../model/schemas/schema-registry.ts'

/** What items become unless somebody chooses something else. */
export const defaultResource = 'asset'

/** The schemas of what items can become: assets, and then the others in their order. */
export function importableIn(schemas: Schemas): Schema[] {
  const importable = [...schemas.values()].filter(({ importField }) => importField !== null)
  const isDefault = ({ resource }: Schema): boolean => resource === defaultResource
  return [...importable.filter(isDefault), ...importable.filter((schema) => !isDefault(schema))]
}

/** Those that somebody may choose: what they may create. */
function choosableBy(identity: Identity, schemas: Schemas): Schema[] {
  return importableIn(schemas).filter(({ resource }) => may(identity, resource, 'create'))
}

/** Those whose fields somebody knows: what they may see or create. */
export function importableFor(identity: Identity, schemas: Schemas): Schema[] {
  return importableIn(schemas).filter(
    ({ resource }) => may(identity, resource, 'view') || may(identity, resource, 'create'),
  )
}

/**
 * The resources that the user may choose for items, with their fields.
 * @source data-layer §3 Mass import job: itemResources; decision 0150
 */
export async function listImportResources(context: Context): Promise<ImportResource[]> {
  const known = await listSchemas(context)
  return choosableBy(context.identity, known).map((schema) => ({
    resource: schema.resource,
    label: labelIn(schema.label, context.locale),
    description: '',
    fields: Object.fromEntries(
      Object.entries(headersOf(context, known, schema)).map(([name, header]) => [
        name,
        { ...header, $schema: known.get(schema.fields.get(name)?.target ?? '')?.path ?? null },
      ]),
    ),
  }))
}

/** What a new item of the user becomes: the first that they may choose. */
export async function firstResourceOf(context: Context): Promise<string> {
  return choosableBy(context.identity, await listSchemas(context))[0]?.resource ?? defaultResource
}

/**
 * The schema of a resource that the user chooses for items.
 * @throws invalid_parameter for all that they may not choose
 */
export async function requireChoosable(context: Context, resource: string): Promise<Schema> {
  const choosable = choosableBy(context.identity, await listSchemas(context))
  const chosen = choosable.find((schema) => schema.resource === resource)
  if (chosen) return chosen
  const names = choosable.map((schema) => schema.resource).join(', ') || 'nothing'
  throw new ApiError('invalid_parameter', { parameter: 'type', reason: `items become ${names} only` })
}

/** The schema of what an item becomes. @throws unknown_resource */
export function schemaFor(schemas: Schemas, { resource }: { readonly resource: string }): Schema {
  const schema = schemas.get(resource)
  if (!schema) throw new ApiError('unknown_resource', { resource })
  return schema
}

/**
 * What items are searched by: the fields of all that the user's items can become. Of two fields of one name
 * the first counts.
 */
export async function searchedSchema(context: Context): Promise<Schema> {
  const schemas = await listSchemas(context)
  const fields = importableFor(context.identity, schemas)
    .toReversed()
    .flatMap((schema) => [...schema.fields])
  return { ...schemaFor(schemas, { resource: defaultResource }), fields: new Map(fields) }
}
