import { sql } from 'kysely'
import { withTransaction, type Database } from '../database/database.ts'
import type { Field, Schema } from './schema.ts'

/** All schemas with their fields in order. */
export async function selectSchemas(database: Database): Promise<Schema[]> {
  const [resources, fields] = await Promise.all([
    database.selectFrom('resource').selectAll().orderBy('position').execute(),
    database.selectFrom('field').selectAll().orderBy('resource').orderBy('taborder').execute(),
  ])
  return resources.map((row) => ({
    resource: row.name, path: row.path, domain: row.domain, label: row.label, treeField: row.tree_field, hasWorkflow: row.has_workflow,
    fields: new Map(fields.filter((field) => field.resource === row.name).map((field) => [field.name, {
      name: field.name, type: field.type as Field['type'], label: field.label, target: field.target, i18n: field.i18n, i18nFor: field.i18n_for,
      isTree: field.is_tree, isFacet: field.is_facet, isSortable: field.is_sortable, fulltextWeight: field.fulltext_weight,
      groupId: field.group_id, taborder: field.taborder, cud: field.cud,
    }])),
  }))
}

/** Writes a schema: the resource and its fields, new or changed. Sort keys get their index. */
export async function upsertSchema(database: Database, schema: Schema, position: number): Promise<void> {
  const resource = { name: schema.resource, path: schema.path, domain: schema.domain, label: JSON.stringify(schema.label), tree_field: schema.treeField, has_workflow: schema.hasWorkflow, position }
  const fields = [...schema.fields.values()].map((field) => ({
    resource: schema.resource, name: field.name, type: field.type, label: JSON.stringify(field.label), target: field.target, i18n: field.i18n, i18n_for: field.i18nFor,
    is_tree: field.isTree, is_facet: field.isFacet, is_sortable: field.isSortable, fulltext_weight: field.fulltextWeight,
    group_id: field.groupId, taborder: field.taborder, cud: JSON.stringify(field.cud),
  }))
  await withTransaction(database, async (transaction) => {
    await transaction.insertInto('resource').values(resource).onConflict((conflict) => conflict.column('name').doUpdateSet(resource)).execute()
    for (const field of fields) {
      await transaction.insertInto('field').values(field).onConflict((conflict) => conflict.columns(['resource', 'name']).doUpdateSet(field)).execute()
      if (field.is_sortable && field.name !== 'name') await createSortIndex(transaction, field.name)
    }
  })
}

async function createSortIndex(database: Database, field: string): Promise<void> {
  const name = `search_by_${field.replaceAll(/[^a-z0-9]/g, '_')}`
  await sql`create index if not exists ${sql.id(name)} on search (resource, (keys -> ${sql.lit(field)}), id)`.execute(database)
}
