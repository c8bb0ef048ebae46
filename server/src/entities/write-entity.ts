import { ApiError, type EntityData } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { narrow, requireAction, scopeOf, type Scope } from '../access/decide.ts'
import { withTransaction, type Database } from '../database/database.ts'
import type { Schema } from '../schemas/schema.ts'
import { listSchemas, type Schemas } from '../schemas/schema-registry.ts'
import { keepInScope } from '../search/find.ts'
import { project } from '../search/project.ts'
import { selectSubtreeIds } from '../search/tree.sql.ts'
import { insertEntity, lockEntity, removeEntity, replaceLinks, selectLinkIds, selectLinkingIds, updateEntity } from './entities.sql.ts'
import { parseProperties, type LinkChange } from './parse-properties.ts'
import { readEntities } from './read-entities.ts'

type Json = Readonly<Record<string, unknown>>

/** Page size when the search rows of linking entities are written anew. */
const projectionPage = 500
const draft = 1

/**
 * Creates an entity; the surfer becomes its owner.
 * @throws access_denied, unknown_field, field_read_only, field_mandatory, invalid_parameter, entity_not_found for a link
 */
export async function createRecord(context: Context, schema: Schema, json: Json): Promise<EntityData> {
  requireAction(context.identity, schema.resource, 'create')
  const parsed = parseProperties(schema, json, 'create')
  const id = await withTransaction(context.database, async (transaction) => {
    const schemas = await listSchemas(context.database)
    await checkTargets(context, transaction, schemas, parsed.links)
    const made = await insertEntity(transaction, {
      resource: schema.resource, status: schema.hasWorkflow ? draft : null, ownerId: meOf(context), props: parsed.props,
      validFrom: parsed.validFrom, validUntil: parsed.validUntil, modifiedBy: meOf(context),
    })
    await applyLinks(transaction, schema, made, parsed.links)
    await project(transaction, schema, [made])
    return made
  })
  return oneRecord(context, schema, id)
}

/**
 * Changes properties of an entity, in one step with its search row. `$version` in the properties is what the writer saw:
 * a change made since then refuses the write.
 * @throws entity_not_found, version_conflict, unknown_field, field_read_only, field_mandatory, invalid_parameter
 */
export async function patchRecord(context: Context, schema: Schema, id: number, json: Json): Promise<EntityData> {
  await requireRow(context, schema, id, 'update')
  const parsed = parseProperties(schema, json, 'patch')
  await withTransaction(context.database, async (transaction) => {
    const schemas = await listSchemas(context.database)
    await checkTargets(context, transaction, schemas, parsed.links)
    const written = await updateEntity(transaction, schema.resource, id, {
      props: parsed.props, validFrom: parsed.validFrom, validUntil: parsed.validUntil, modifiedBy: meOf(context), basedOn: parsed.basedOn,
    })
    if (!written) throw new ApiError('version_conflict', { resource: schema.resource, id })
    await applyLinks(transaction, schema, id, parsed.links)
    await project(transaction, schema, [id])
    if ('name' in parsed.props || 'name_fr' in parsed.props) await projectLinking(transaction, schemas, schema, id)
  })
  return oneRecord(context, schema, id)
}

/**
 * Deletes an entity that nothing links to.
 * @throws entity_not_found, delete_refused, entity_in_use
 */
export async function deleteRecord(context: Context, schema: Schema, id: number): Promise<void> {
  await requireRow(context, schema, id, 'view')
  const deletable = await keepInScope(await searchIn(context), scopeOf(context.identity, schema.resource, 'delete'), [id])
  if (deletable.length === 0) throw new ApiError('delete_refused', { resource: schema.resource, id })
  try {
    await removeEntity(context.database, schema.resource, id)
  } catch (error) {
    if ((error as { code?: string }).code === '23503') throw new ApiError('entity_in_use', { resource: schema.resource, id })
    throw error
  }
}

/**
 * The row, if the identity may take the action on it.
 * @throws sign_in_needed, access_denied, entity_not_found
 */
export async function requireRow(context: Context, schema: Schema, id: number, action: string): Promise<Scope> {
  const scope = requireAction(context.identity, schema.resource, action)
  const where = await searchIn(context)
  if ((await keepInScope(where, scope, [id])).length > 0) return narrow(scope, { kind: 'compare', field: 'id', operator: 'eq', values: [id] })
  const visible = await keepInScope(where, scopeOf(context.identity, schema.resource, 'view'), [id])
  throw visible.length > 0 ? new ApiError('access_denied') : new ApiError('entity_not_found', { resource: schema.resource, id })
}

/** The record of an id that a write has just left. */
export async function oneRecord(context: Context, schema: Schema, id: number): Promise<EntityData> {
  const [record] = await readEntities(context, schema, [id], { withRights: true })
  if (!record) throw new ApiError('entity_not_found', { resource: schema.resource, id })
  return record
}

async function searchIn(context: Context): Promise<{ database: Database; schemas: Schemas }> {
  return { database: context.database, schemas: await listSchemas(context.database) }
}

/** Linked entities must exist and be visible to whoever links them. */
async function checkTargets(context: Context, transaction: Database, schemas: Schemas, links: readonly LinkChange[]): Promise<void> {
  for (const { field, ids, mode } of links) {
    if (mode === 'remove') continue
    const visible = new Set(await keepInScope({ database: transaction, schemas }, scopeOf(context.identity, field.target, 'view'), ids))
    const missing = ids.find((id) => !visible.has(id))
    if (missing !== undefined) throw new ApiError('entity_not_found', { resource: field.target, id: missing })
  }
}

async function applyLinks(transaction: Database, schema: Schema, id: number, links: readonly LinkChange[]): Promise<void> {
  for (const { field, mode, ids } of links) {
    await lockEntity(transaction, schema.resource, id)
    const now = mode === 'appendnew' || mode === 'remove' ? await selectLinkIds(transaction, schema.resource, id, field.name) : []
    const next = mode === 'remove' ? now.filter((one) => !ids.includes(one)) : [...now, ...ids]
    if (field.isTree) await refuseCircle(transaction, schema, id, next)
    await replaceLinks(transaction, schema.resource, id, field.name, field.target, next)
  }
}

async function refuseCircle(transaction: Database, schema: Schema, id: number, parents: readonly number[]): Promise<void> {
  const below = await selectSubtreeIds(transaction, schema.resource, schema.treeField ?? '', [id])
  if (parents.some((parent) => below.includes(parent))) throw new ApiError('invalid_parameter', { parameter: schema.treeField ?? '', reason: 'a node cannot lie below itself' })
}

/** A name is part of the full text of whatever links to it. */
async function projectLinking(transaction: Database, schemas: Schemas, schema: Schema, id: number): Promise<void> {
  const linking = Map.groupBy(await selectLinkingIds(transaction, schema.resource, id), (row) => row.resource)
  for (const [resource, rows] of linking) {
    const linkingSchema = schemas.get(resource)
    if (!linkingSchema) continue
    for (let at = 0; at < rows.length; at += projectionPage) await project(transaction, linkingSchema, rows.slice(at, at + projectionPage).map((row) => row.id))
  }
}

/** The user's id; applications own nothing. */
export function meOf(context: Context): number | null {
  return context.identity.kind === 'user' ? context.identity.id : null
}
