import { sql, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { Field, Schema } from './schema.ts'

/** All schemas with their fields in order. */
export async function selectSchemas(database: Database): Promise<Schema[]> {
  const [resources, fields] = await Promise.all([
    database.selectFrom('resource').selectAll().orderBy('position').orderBy('name').execute(),
    database.selectFrom('field').selectAll().orderBy('taborder').orderBy('name').execute(),
  ])
  const byResource = Map.groupBy(fields, ({ resource }) => resource)
  return resources.map((row) => ({
    resource: row.name,
    path: row.path,
    domain: row.domain,
    label: row.label,
    treeField: row.tree_field,
    hasWorkflow: row.has_workflow,
    importField: row.import_field,
    marks: row.marks,
    fields: new Map(
      (byResource.get(row.name) ?? []).map((field) => [
        field.name,
        {
          name: field.name,
          type: field.type as Field['type'],
          label: field.label,
          target: field.target,
          i18n: field.i18n,
          i18nFor: field.i18n_for,
          isTree: field.is_tree,
          isFacet: field.is_facet,
          isSortable: field.is_sortable,
          fulltextWeight: field.fulltext_weight,
          groupId: field.group_id,
          taborder: field.taborder,
          cud: field.cud,
        },
      ]),
    ),
  }))
}

/** What the product came with, by `resource` and by `resource.field`; nothing for what somebody added. */
export async function selectShipped(
  database: Database,
): Promise<Map<string, Readonly<Record<string, unknown>>>> {
  const [resources, fields] = await Promise.all([
    database.selectFrom('resource').select(['name', 'shipped']).where('shipped', 'is not', null).execute(),
    database
      .selectFrom('field')
      .select(['resource', 'name', 'shipped'])
      .where('shipped', 'is not', null)
      .execute(),
  ])
  return new Map([
    ...resources.map((row) => [row.name, row.shipped ?? {}] as const),
    ...fields.map((row) => [`${row.resource}.${row.name}`, row.shipped ?? {}] as const),
  ])
}

/** Writes the row of a resource, new or changed; its fields have rows of their own. */
export async function upsertResource(
  database: Database,
  schema: Schema,
  position: number,
  shipped?: object,
): Promise<void> {
  const row = {
    name: schema.resource,
    path: schema.path,
    domain: schema.domain,
    label: JSON.stringify(schema.label),
    tree_field: schema.treeField,
    has_workflow: schema.hasWorkflow,
    import_field: schema.importField,
    marks: schema.marks,
    position,
  }
  const values = { ...row, ...(shipped ? { shipped: JSON.stringify(shipped) } : {}) }
  await database
    .insertInto('resource')
    .values(values)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

/** Writes the row of a field, new or changed. */
export async function upsertField(
  database: Database,
  resource: string,
  field: Field,
  shipped?: object,
): Promise<void> {
  const row = {
    resource,
    name: field.name,
    type: field.type,
    label: JSON.stringify(field.label),
    target: field.target,
    i18n: field.i18n,
    i18n_for: field.i18nFor,
    is_tree: field.isTree,
    is_facet: field.isFacet,
    is_sortable: field.isSortable,
    fulltext_weight: field.fulltextWeight,
    group_id: field.groupId,
    taborder: field.taborder,
    cud: JSON.stringify(field.cud),
    ...(shipped ? { shipped: JSON.stringify(shipped) } : {}),
  }
  await database
    .insertInto('field')
    .values(row)
    .onConflict((conflict) => conflict.columns(['resource', 'name']).doUpdateSet(row))
    .execute()
  const isTreeField = sql<
    string | null
  >`case when ${field.isTree} then ${field.name} when tree_field = ${field.name} then null else tree_field end`
  await database
    .updateTable('resource')
    .set({ tree_field: isTreeField, removed: sql<string>`removed - ${field.name}::text` })
    .where('name', '=', resource)
    .execute()
}

/** Takes a field from a schema; what is stored in entities stays, and what it is stored as is noted. */
export async function deleteField(database: Database, resource: string, name: string): Promise<void> {
  const field = await database
    .deleteFrom('field')
    .where('resource', '=', resource)
    .where('name', '=', name)
    .returning(['type', 'target'])
    .executeTakeFirst()
  await database
    .updateTable('resource')
    .set({
      tree_field: sql<string | null>`nullif(tree_field, ${name})`,
      removed: sql<string>`removed || ${JSON.stringify({ [name]: field })}::jsonb`,
    })
    .where('name', '=', resource)
    .execute()
}

/** Fields that were taken from a resource and whose values are still stored, as what. */
export async function selectRemoved(
  database: Database,
  resource: string,
): Promise<Readonly<Record<string, { readonly type: string; readonly target: string | null }>>> {
  return (
    (await database.selectFrom('resource').select('removed').where('name', '=', resource).executeTakeFirst())
      ?.removed ?? {}
  )
}

/** Names of the same by resource; resources without any are missing. */
export async function selectRemovedNames(
  database: Database,
  resources: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await database
    .selectFrom('resource')
    .select(['name', 'removed'])
    .where('name', '=', sql<string>`any(${[...resources]}::text[])`)
    .where(sql<SqlBool>`removed <> '{}'`)
    .execute()
  return new Map(rows.map(({ name, removed }) => [name, Object.keys(removed).toSorted()]))
}

/** Forgets which fields were taken from a resource. */
export async function forgetRemoved(database: Database, resource: string): Promise<void> {
  await database.updateTable('resource').set({ removed: '{}' }).where('name', '=', resource).execute()
}

/** Takes a resource that has no entities. */
export async function deleteResource(database: Database, resource: string): Promise<void> {
  await database.deleteFrom('word').where('resource', '=', resource).execute()
  await database.deleteFrom('resource').where('name', '=', resource).execute()
}

/**
 * Writes which roles see the entities of a resource, and which make and change them, as the record of its
 * schema links to them.
 */
export async function updateRoles(database: Database, resource: string, schemaId: number): Promise<void> {
  const linked = (field: string) =>
    sql<
      number[]
    >`array(select target_id from link where resource = 'schema' and id = ${schemaId} and field = ${field} order by target_id)`
  await database
    .updateTable('resource')
    .set({ readers: linked('readers'), writers: linked('writers') })
    .where('name', '=', resource)
    .execute()
}

/**
 * One writer of schemas at a time, until the transaction ends: of two fields of one name, the second is
 * refused.
 */
export async function lockSchemas(database: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(4217020)`.execute(database)
}

/** The record of a schema or field as the transaction sees it, with the records that it links to. */
export interface StoredRecord {
  readonly id: number
  readonly props: Readonly<Record<string, unknown>>
  readonly links: Readonly<Record<string, { readonly id: number; readonly name: string }>>
}

/** Records by id, or all of them. */
export async function selectRecords(
  database: Database,
  resource: 'schema' | 'schemafield',
  id?: number,
): Promise<StoredRecord[]> {
  const { rows } = await sql<StoredRecord>`
    select e.id, e.props, coalesce((
      select jsonb_object_agg(l.field, jsonb_build_object('id', t.id, 'name', t.props ->> 'name')) from link l join entity t on t.resource = l.target_resource and t.id = l.target_id
      where l.field in ('schema', 'target') and l.resource = e.resource and l.id = e.id), '{}') links
    from entity e where e.resource = ${resource} and ${id === undefined ? sql`true` : sql`e.id = ${id}`}
  `.execute(database)
  return rows
}

/** Ids of the records of a schema's fields. */
export async function selectFieldRecordIds(database: Database, schemaId: number): Promise<number[]> {
  const rows = await database
    .selectFrom('link')
    .select('id')
    .where('resource', '=', 'schemafield')
    .where('field', '=', 'schema')
    .where('target_resource', '=', 'schema')
    .where('target_id', '=', schemaId)
    .execute()
  return rows.map((row) => row.id)
}
