import { sql } from 'kysely'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { project } from '../search/project.ts'
import { builtInSchemas } from '../schemas/built-in-schemas.ts'
import type { Field, Schema } from '../schemas/schema.ts'
import { fieldProps, schemaProps, type RecordProps } from '../schemas/schema-record.ts'
import {
  lockSchemas,
  selectRecords,
  selectSchemas,
  selectShipped,
  upsertField,
  upsertResource,
  type StoredRecord,
} from '../schemas/schemas.sql.ts'
import { createSortIndex } from '../schemas/sort-indexes.sql.ts'

/**
 * Makes sure that the schemas which the product comes with are there, in the registry and as records. What an
 * administrator changed of them stays; what nobody changed follows the product.
 * @source decision 0040
 */
export async function installSchemas(database: Database): Promise<void> {
  await withTransaction(database, async (transaction) => {
    await lockSchemas(transaction)
    const [known, shipped] = await Promise.all([selectSchemas(transaction), selectShipped(transaction)])
    const stored = new Map(known.map((schema) => [schema.resource, schema]))
    for (const [position, schema] of builtInSchemas.entries())
      await installResource(transaction, schema, position, stored.get(schema.resource), shipped)
    for (const schema of builtInSchemas)
      await installFields(transaction, schema, stored.get(schema.resource), shipped)
    await recordSchemas(transaction)
  })
}

type Shipped = ReadonlyMap<string, Readonly<Record<string, unknown>>>

async function installResource(
  transaction: Database,
  schema: Schema,
  position: number,
  before: Schema | undefined,
  shipped: Shipped,
): Promise<void> {
  const ours = { label: schema.label }
  if (before && isEqual(shipped.get(schema.resource), ours)) return
  await upsertResource(
    transaction,
    {
      ...schema,
      ...merged(ours, shipped.get(schema.resource), before && { label: before.label }),
      // Which resources are imported into, and whose marks they have, is for the administrator to say.
      ...(before && { importField: before.importField, marks: before.marks }),
    },
    position,
    ours,
  )
}

async function installFields(
  transaction: Database,
  schema: Schema,
  before: Schema | undefined,
  shipped: Shipped,
): Promise<void> {
  for (const field of schema.fields.values()) {
    const last = shipped.get(`${schema.resource}.${field.name}`)
    if (isEqual(last, field)) continue
    const now = before?.fields.get(field.name)
    await upsertField(
      transaction,
      schema.resource,
      {
        ...merged(field, last, now),
        name: field.name,
        type: field.type,
        target: field.target,
        isTree: field.isTree,
      },
      field,
    )
    // Over a library that is upgraded it is built by the job: a transaction would hold up all writers.
    if (!before && field.isSortable && field.name !== 'name')
      await createSortIndex(transaction, schema.resource, field.name)
  }
}

/** Part by part: what is now where somebody changed it, what is shipped where nobody did. */
function merged<T extends object>(
  ours: T,
  last: Readonly<Record<string, unknown>> | undefined,
  now: T | undefined,
): T {
  if (!last || !now) return ours
  const kept = Object.entries(now).filter(([part, value]) => !isEqual(value, last[part]))
  return { ...ours, ...Object.fromEntries(kept) }
}

/** Equal as JSON, whatever the order of keys. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other))
}

function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([key, part]) => [key, ordered(part)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Writes the records that are missing or say something else than the registry, and their search rows. */
async function recordSchemas(transaction: Database): Promise<void> {
  const [schemas, shipped, records] = [
    await selectSchemas(transaction),
    await selectShipped(transaction),
    await selectRecords(transaction, 'schema'),
  ]
  const ids = new Map(records.map(({ id, props }) => [String(props['name']), id]))
  const changed: number[] = []
  for (const [position, schema] of schemas.entries()) {
    const id = ids.get(schema.resource)
    const record = records.find((one) => one.id === id)
    const props = {
      ...schemaProps(schema, position, shipped.has(schema.resource)),
      ...(record ? { position: record.props['position'] } : {}),
    }
    const written = await writeRecord(transaction, 'schema', record, props)
    if (written !== undefined) changed.push(written)
    ids.set(schema.resource, id ?? written ?? 0)
  }
  const registry = new Map(schemas.map((schema) => [schema.resource, schema]))
  await projectRecords(transaction, registry, 'schema', changed)
  await projectRecords(
    transaction,
    registry,
    'schemafield',
    await recordFields(transaction, schemas, shipped, ids),
  )
}

async function recordFields(
  transaction: Database,
  schemas: readonly Schema[],
  shipped: Shipped,
  schemaIds: ReadonlyMap<string, number>,
): Promise<number[]> {
  const records = new Map(
    (await selectRecords(transaction, 'schemafield')).map((record) => [
      `${record.links['schema']?.name}.${String(record.props['name'])}`,
      record,
    ]),
  )
  const changed: number[] = []
  for (const schema of schemas) {
    for (const field of schema.fields.values()) {
      const record = records.get(`${schema.resource}.${field.name}`)
      const id = await writeRecord(
        transaction,
        'schemafield',
        record,
        fieldProps(field, shipped.has(`${schema.resource}.${field.name}`)),
      )
      if (id === undefined) continue
      changed.push(id)
      if (!record) await linkField(transaction, id, field, schema.resource, schemaIds)
    }
  }
  return changed
}

async function writeRecord(
  transaction: Database,
  resource: string,
  record: StoredRecord | undefined,
  props: RecordProps,
): Promise<number | undefined> {
  const stored = JSON.stringify(
    Object.fromEntries(Object.entries(props).filter(([, value]) => value !== null && value !== undefined)),
  )
  if (record && isEqual(record.props, JSON.parse(stored))) return undefined
  if (!record)
    return (
      await transaction
        .insertInto('entity')
        .values({ resource, props: stored, status: null, owner_id: null, modified_by: null })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  await transaction
    .updateTable('entity')
    .set((eb) => ({
      props: stored,
      version: eb('version', '+', 1),
      modified_at: sql<Date>`clock_timestamp()`,
    }))
    .where('resource', '=', resource)
    .where('id', '=', record.id)
    .execute()
  return record.id
}

async function linkField(
  transaction: Database,
  id: number,
  field: Field,
  resource: string,
  schemaIds: ReadonlyMap<string, number>,
): Promise<void> {
  const link = (name: string, target: string) => ({
    resource: 'schemafield',
    id,
    field: name,
    position: 0,
    target_resource: 'schema',
    target_id: schemaIds.get(target) ?? 0,
  })
  await transaction
    .insertInto('link')
    .values([link('schema', resource), ...(field.target === null ? [] : [link('target', field.target)])])
    .execute()
}

async function projectRecords(
  transaction: Database,
  registry: ReadonlyMap<string, Schema>,
  resource: string,
  ids: readonly number[],
): Promise<void> {
  const schema = registry.get(resource)
  if (schema && ids.length > 0) await project(transaction, schema, ids)
}
