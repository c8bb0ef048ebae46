import { ApiError, markScopes, type MarkScope } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { hasCircle } from './tree-circle.sql.ts'
import { checkField, checkResource } from './check-schema.ts'
import { importFieldOf, moveFiles } from './import-field.ts'
import type { Field, Schema } from '../schemas/schema.ts'
import { fieldOfRecord, labelOf, type RecordProps } from '../schemas/schema-record.ts'
import type { Schemas } from '../schemas/schema-registry.ts'
import { startProjection } from './schema-work.ts'
import {
  deleteField,
  deleteResource,
  forgetRemoved,
  lockSchemas,
  selectFieldRecordIds,
  selectRecords,
  selectRemoved,
  selectSchemas,
  selectShipped,
  updateRoles,
  upsertField,
  upsertResource,
  type StoredRecord,
} from '../schemas/schemas.sql.ts'
import { createSortIndex } from '../schemas/sort-indexes.sql.ts'

/** Resources whose entities are the schemas themselves. */
export type SchemaResource = 'schema' | 'schemafield'

/** Whether entities of a resource are schemas or fields of them. */
export function isSchemaResource(resource: string): resource is SchemaResource {
  return resource === 'schema' || resource === 'schemafield'
}

/**
 * Brings the registry to what a record of a schema or field says, in the transaction that wrote it.
 * @throws invalid_parameter, field_read_only
 * @source decision 0040
 */
export async function applySchemaRecord(
  context: Context,
  resource: SchemaResource,
  id: number,
): Promise<void> {
  await lockSchemas(context.database)
  const [record] = await selectRecords(context.database, resource, id)
  if (!record) return
  await refuseDuplicate(context, resource, record)
  await (resource === 'schema' ? applySchema(context, record) : applyField(context, record))
}

async function refuseDuplicate(
  { database }: Context,
  resource: SchemaResource,
  record: StoredRecord,
): Promise<void> {
  const duplicate = (await selectRecords(database, resource)).find(
    (other) =>
      other.id !== record.id &&
      other.props['name'] === record.props['name'] &&
      other.links['schema']?.id === record.links['schema']?.id,
  )
  if (duplicate)
    throw new ApiError('invalid_parameter', {
      parameter: 'name',
      reason: `there is ${String(record.props['name']).slice(0, 64)} already`,
    })
}

async function applySchema({ database }: Context, { id, props }: StoredRecord): Promise<void> {
  checkResource(props)
  const resource = String(props['name'])
  const before = (await selectSchemas(database)).find((schema) => schema.resource === resource)
  const domain = before?.domain ?? String(props['domain'])
  const fields: Schema['fields'] = before?.fields ?? new Map()
  const next: Schema = {
    resource,
    domain,
    path: `${domain}/data/${resource}`,
    label: labelOf(props),
    treeField: before?.treeField ?? null,
    hasWorkflow: before?.hasWorkflow ?? props['workflow'] === true,
    importField: importFieldOf(props, { resource, domain, fields }),
    marks: marksOf(props),
    fields,
  }
  await upsertResource(database, next, positionOf(props))
  if (before) await moveFiles(database, before, next)
  // Whom a built-in resource is open to is said by the roles: a list must not open what they keep closed.
  if (props['builtin'] !== true) await updateRoles(database, resource, id)
}

/** @throws invalid_parameter */
function marksOf({ marks = 'own' }: StoredRecord['props']): MarkScope {
  const found = markScopes.find((one) => one === marks)
  if (found) return found
  throw new ApiError('invalid_parameter', { parameter: 'marks', reason: 'own or shared is expected' })
}

async function applyField(context: Context, { props, links }: StoredRecord): Promise<void> {
  const { database } = context
  const resource = links['schema']?.name ?? ''
  const schema = (await selectSchemas(database)).find((one) => one.resource === resource)
  if (!schema)
    throw new ApiError('invalid_parameter', {
      parameter: 'schema',
      reason: 'the schema of the field is expected',
    })
  const shipped = await selectShipped(database)
  const isBuiltIn = shipped.has(`${resource}.${String(props['name'])}`)
  if (isSchemaResource(resource) && !isBuiltIn)
    throw new ApiError('invalid_parameter', {
      parameter: 'schema',
      reason: `${resource} has the fields that the product knows`,
    })
  const before = schema.fields.get(String(props['name']))
  const field = fieldOfRecord(props, links['target']?.name ?? null)
  checkField({
    field,
    type: props['type'],
    before,
    isBuiltIn,
    schema,
    stored: (await selectRemoved(database, resource))[field.name],
  })
  if (field.isTree && !before?.isTree && (await hasCircle(database, resource, field.name)))
    throw new ApiError('invalid_parameter', {
      parameter: 'tree',
      reason: 'what is linked by it goes in a circle, or is deeper than a tree can be',
    })
  await upsertField(database, resource, field)
  // An index over nothing costs nothing; over a library it is built by the job.
  const isStarted = isProjectedAnew(field, before) && (await startProjection(context, resource))
  if (field.isSortable && !before?.isSortable && !isStarted)
    await createSortIndex(database, resource, field.name)
}

/** Whether search rows that were written before do not hold any more. */
function isProjectedAnew(field: Field, before: Field | undefined): boolean {
  if (!before) return true
  return (
    field.type !== before.type ||
    field.isFacet !== before.isFacet ||
    field.isSortable !== before.isSortable ||
    field.fulltextWeight !== before.fulltextWeight ||
    field.isTree !== before.isTree
  )
}

/**
 * Takes a schema or a field out of the registry, in the transaction that deletes its record. Values of a
 * field that is taken stay stored until they are purged; a schema goes with the records of its fields, and
 * only without entities.
 * @throws delete_refused for what is built in, entity_in_use, field_in_rules
 * @source decision 0040
 */
export async function removeSchemaRecord(
  context: Context,
  resource: SchemaResource,
  id: number,
  removeEntity: (resource: string, id: number) => Promise<unknown>,
): Promise<void> {
  const { database } = context
  await lockSchemas(database)
  const [record] = await selectRecords(database, resource, id)
  if (!record) return
  if (record.props['builtin'] === true) throw new ApiError('delete_refused', { resource, id })
  const name = String(record.props['name'])
  if (resource === 'schemafield') {
    const schema = record.links['schema']?.name ?? ''
    const before = await selectSchemas(database)
    refuseNeeded(
      before.find((one) => one.resource === schema),
      name,
      id,
    )
    await deleteField(database, schema, name)
    await context.modelHooks.afterFieldRemoved(
      database,
      name,
      byResource(before),
      byResource(await selectSchemas(database)),
    )
    // Without entities there is no value to come back.
    if (!(await startProjection(context, schema))) await forgetRemoved(database, schema)
    return
  }
  for (const field of await selectFieldRecordIds(database, id)) await removeEntity('schemafield', field)
  await deleteResource(database, name)
}

/** A field that has variants, or that imports fill. */
function refuseNeeded(schema: Schema | undefined, name: string, id: number): void {
  const hasVariants = [...(schema?.fields.values() ?? [])].some(({ i18nFor }) => i18nFor === name)
  if (hasVariants || schema?.importField === name)
    throw new ApiError('entity_in_use', { resource: 'schemafield', id })
}

const byResource = (schemas: readonly Schema[]): Schemas =>
  new Map(schemas.map((schema) => [schema.resource, schema]))

const positionOf = (props: RecordProps): number =>
  typeof props['position'] === 'number'
    ? Math.max(-1_000_000, Math.min(1_000_000, Math.round(props['position'])))
    : 100
