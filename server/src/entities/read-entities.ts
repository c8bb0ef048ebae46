import { assetActions, assetStatuses, type EntityData, type EntityRights } from '@cartouche/contract'
import type { Context } from '../access/context.ts'
import { may, scopeOf } from '../access/decide.ts'
import { isLink, type Field, type Schema } from '../schemas/schema.ts'
import { listSchemas } from '../schemas/schema-registry.ts'
import { keepInScope } from '../search/find.ts'
import { selectEntities, type StoredEntity, type StoredLink } from './entities.sql.ts'

/** How a record is read. */
export interface ReadOptions {
  /** Properties to answer; all unless said otherwise. */
  readonly props?: readonly string[] | undefined
  readonly withRights?: boolean | undefined
  readonly maxchildren?: number | undefined
  /** false: language variants as they are stored. */
  readonly i18n?: boolean | undefined
}

const defaultChildren = 100
const statusNames = new Map<number, string>(Object.entries(assetStatuses).map(([name, id]) => [id, name]))

/**
 * Records as they travel, in the order of the ids; ids that are gone are missing. Access was decided by whoever found the ids.
 * @source wire facts "Entities"
 */
export async function readEntities(context: Context, schema: Schema, ids: readonly number[], options: ReadOptions = {}): Promise<EntityData[]> {
  if (ids.length === 0) return []
  const [stored, rights] = await Promise.all([
    selectEntities(context.database, schema.resource, ids, options.maxchildren ?? defaultChildren),
    options.withRights ? rightsOf(context, schema, ids) : undefined,
  ])
  const records = new Map(stored.map((entity) => [entity.id, record(context, schema, entity, options, rights?.get(entity.id))]))
  return ids.flatMap((id) => records.get(id) ?? [])
}

function record(context: Context, schema: Schema, entity: StoredEntity, options: ReadOptions, rights: Omit<EntityRights, 'workflow'> & { grants: readonly string[] } | undefined): EntityData {
  const data: Record<string, unknown> & { id: number; $uuid: string; $resource: string } = { id: entity.id, $uuid: entity.uuid, $resource: schema.resource, $version: entity.version }
  const wanted = options.props && options.props.length > 0 ? new Set(options.props) : undefined
  for (const field of schema.fields.values()) {
    if (wanted && !wanted.has(field.name) && !wanted.has(field.name.split('.')[0] ?? '')) continue
    if (field.i18nFor && options.i18n !== false) continue
    if (isLink(field)) setLinks(data, field, entity, context.locale)
    else setNested(data, field.name, valueOf(field, entity, context.locale, options))
  }
  if (schema.hasWorkflow && entity.status !== null) data['status'] = { id: entity.status, name: statusNames.get(entity.status) ?? String(entity.status) }
  if (entity.owner && ownerIsVisible(context, entity.owner.id)) data['owner'] = { ...entity.owner, $resource: 'user' }
  data['createdat'] = entity.created_at.toISOString()
  data['modifiedat'] = entity.modified_at.toISOString()
  data['activated'] = true
  if (rights) data['$rights'] = { update: rights.update, delete: rights.delete, download: rights.download, workflow: workflowOf(schema, entity, rights.grants) }
  return data
}

function ownerIsVisible(context: Context, ownerId: number): boolean {
  const { identity } = context
  return may(identity, 'user', 'view') || (identity.kind === 'user' && identity.id === ownerId)
}

function valueOf(field: Field, entity: StoredEntity, locale: string, options: ReadOptions): unknown {
  if (field.name === 'validfrom') return entity.valid_from?.toISOString() ?? null
  if (field.name === 'validuntil') return entity.valid_until?.toISOString() ?? null
  const variant = field.i18n && options.i18n !== false ? entity.props[`${field.name}_${locale}`] : undefined
  return variant ?? entity.props[field.name] ?? null
}

function setLinks(data: Record<string, unknown>, field: Field, entity: StoredEntity, locale: string): void {
  const links = entity.links[field.name]
  const list = (links?.list ?? []).map((link) => ({ id: link.id, name: nameIn(link.names, locale), $resource: link.resource }))
  if (field.type === 'object') {
    data[field.name] = list[0] ?? null
    return
  }
  data[field.name] = list
  data[`$moreChildren_${field.name}`] = { first: 0, count: list.length, total: links?.total ?? 0 }
}

/** The name in a language, in English where it has none. */
export function nameIn(names: StoredLink['names'], locale: string): string {
  return names[locale] ?? names['en'] ?? ''
}

/** `metadata.filesize` becomes `{metadata: {filesize}}`. */
function setNested(data: Record<string, unknown>, name: string, value: unknown): void {
  const [head = '', tail] = name.split('.')
  if (tail === undefined) data[head] = value
  else data[head] = { ...(data[head] as object | undefined), [tail]: value }
}

const workflowActions = Object.keys(assetActions)

async function rightsOf(context: Context, schema: Schema, ids: readonly number[]): Promise<Map<number, Omit<EntityRights, 'workflow'> & { grants: readonly string[] }>> {
  const where = { database: context.database, schemas: await listSchemas(context.database) }
  const actions = ['update', 'delete', 'download', ...(schema.hasWorkflow ? workflowActions : [])]
  const allowed = new Map(await Promise.all(actions.map(async (action) =>
    [action, new Set(await keepInScope(where, scopeOf(context.identity, schema.resource, action), ids))] as const)))
  const can = (action: string, id: number): boolean => allowed.get(action)?.has(id) ?? false
  return new Map(ids.map((id) => [id, {
    update: can('update', id), delete: can('delete', id), download: can('download', id), grants: workflowActions.filter((action) => can(action, id)),
  }]))
}

function workflowOf(schema: Schema, entity: StoredEntity, grants: readonly string[]): string[] {
  if (!schema.hasWorkflow) return []
  const status = statusNames.get(entity.status ?? -1)
  return Object.entries(assetActions).filter(([action, { from }]) => grants.includes(action) && (from as readonly string[]).includes(status ?? '')).map(([action]) => action)
}
