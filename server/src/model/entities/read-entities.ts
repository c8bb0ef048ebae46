import {
  statusName,
  workflowOf,
  type EntityData,
  type EntityRights,
  type Marks,
  type MoreChildren,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf, seesAll, type Reader } from '../../access/decide.ts'
import { emptyOf, isLink, type Field, type Schema } from '../schemas/schema.ts'
import { readProgress } from '../schema-changes/schema-work.ts'
import { selectRemovedNames } from '../schemas/schemas.sql.ts'
import { actionOfScope } from '../schemas/security-scopes.ts'
import { keepInScope, type SearchIn } from '../search/find.ts'
import { markOwnerOf } from '../search/mark-owner.ts'
import { selectMarks } from '../search/marks.sql.ts'
import { visibleLinks } from '../search/visible-links.ts'
import { encodeChildToken } from './child-token.ts'
import { decideRows } from './decide-rows.ts'
import { selectEntities, type StoredEntity, type StoredLink } from './entities.sql.ts'
import { fieldPermissionsOf, withFieldPermissions } from './field-permissions.ts'
import { fileValue } from './file-value.ts'
import { searchIn } from '../search/search-in.ts'

/** How a record is read. */
export interface ReadOptions {
  /** Properties to answer; all by default. */
  readonly props?: readonly string[] | undefined
  readonly withRights?: boolean | undefined
  /** Ratings, labels and picks, as `$marks`. */
  readonly withMarks?: boolean | undefined
  /** The workflow actions that may be taken now. */
  readonly workflows?: boolean | undefined
  readonly maxchildren?: number | undefined
  /** false: language variants as they are stored. */
  readonly i18n?: boolean | undefined
  /** What may be seen, changed and must be filled, by field. */
  readonly withFacets?: boolean | undefined
  /** Scopes to decide, for `$security`. */
  readonly security?: readonly string[] | undefined
  /** Only entities that the user may see: for ids that no scope has found. */
  readonly onlyVisible?: boolean | undefined
}

/** Linked entities a field in a record, by default. */
export const defaultChildren = 100

/** What reading one record rests on. */
interface Reading {
  readonly context: Context
  readonly schema: Schema
  readonly options: ReadOptions
  /** Users who may be named as owners. */
  readonly owners: ReadonlySet<number>
  /** By id; undefined where they are not asked for, or the user has none to see. */
  readonly marks: ReadonlyMap<number, Marks> | undefined
}

/**
 * Records as they travel, in the order of the ids; ids that are gone are missing. Access was decided by
 * whoever found the ids, unless `onlyVisible` asks for it; of linked entities, only those are included that
 * the user may see.
 * @source wire facts "Entities"
 */
export async function readEntities(
  context: Context,
  schema: Schema,
  ids: readonly number[],
  options: ReadOptions = {},
): Promise<EntityData[]> {
  if (ids.length === 0) return []
  const where = await searchIn(context)
  const { reader } = scopeOf(context.identity, schema.resource, 'view')
  const links = await visibleLinks(where, schema, reader)
  const [stored, decisions, marks] = await Promise.all([
    selectEntities(context.database, schema.resource, ids, options.maxchildren ?? defaultChildren, links),
    decideRows(context, schema, ids, actionsOf(schema, options)),
    options.withMarks ? readMarks(context, schema, reader, ids) : undefined,
  ])
  const owners = await visibleOwners(where, reader, stored)
  const reading: Reading = { context, schema, options, owners, marks }
  const visible = options.onlyVisible ? stored.filter(({ id }) => decisions.get(id)?.has('view')) : stored
  const records = new Map(
    visible.map((entity) => [entity.id, record(reading, entity, decisions.get(entity.id) ?? new Set())]),
  )
  const found = ids.flatMap((id) => records.get(id) ?? [])
  return schema.resource === 'schema' ? withProgress(context, found) : found
}

const noMarks: Marks = { rating: 0, label: null, pick: null }

async function readMarks(
  { database }: Context,
  schema: Schema,
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Marks> | undefined> {
  const personId = markOwnerOf(schema, reader)
  return personId === null ? undefined : selectMarks(database, { resource: schema.resource, personId }, ids)
}

/**
 * Schemas come with how far entities follow them, and with the removed fields whose values are still stored.
 * @source decision 0040
 */
async function withProgress(context: Context, records: readonly EntityData[]): Promise<EntityData[]> {
  const names = records.map(({ name }) => name ?? '')
  const [progress, removed] = await Promise.all([
    readProgress(context.database, names),
    selectRemovedNames(context.database, names),
  ])
  return records.map((record) => {
    const { project = { state: 'done', done: 0, total: 0 }, purge } = progress.get(record.name ?? '') ?? {}
    return {
      ...record,
      $projection: project,
      ...(purge ? { $purge: purge } : {}),
      $removed: removed.get(record.name ?? '') ?? [],
    }
  })
}

function record(reading: Reading, entity: StoredEntity, granted: ReadonlySet<string>): EntityData {
  const { context, schema, options } = reading
  const data: EntityData = {
    id: entity.id,
    $uuid: entity.uuid,
    $resource: schema.resource,
    $path: schema.path,
    $version: entity.version,
    ...fieldsOf(reading, entity),
    ...(schema.hasWorkflow && entity.status !== null
      ? { status: { id: entity.status, name: statusName(workflowOf(schema.resource), entity.status) } }
      : {}),
    ...(entity.owner && reading.owners.has(entity.owner.id)
      ? { owner: { ...entity.owner, $resource: 'user' } }
      : {}),
    createdat: entity.created_at.toISOString(),
    modifiedat: entity.modified_at.toISOString(),
    $datatime: entity.modified_at.toISOString(),
    activated: true,
  }
  if (options.withRights) data['$rights'] = rightsOf(schema, entity, granted)
  if (reading.marks) data.$marks = reading.marks.get(entity.id) ?? noMarks
  if (options.workflows)
    data['workflows'] = possibleActions(schema, entity, granted).map((name) => ({ name }))
  if (options.security)
    data.$security = Object.fromEntries(
      options.security.map((scope) => [scope, granted.has(actionOfScope(scope))]),
    )
  return options.withFacets
    ? withFieldPermissions(data, fieldPermissionsOf(context.identity, schema, 'patch', granted.has('update')))
    : data
}

function fieldsOf(reading: Reading, entity: StoredEntity): Record<string, unknown> {
  const { context, schema, options } = reading
  const data: Record<string, unknown> = {}
  const wanted = options.props && options.props.length > 0 ? new Set(options.props) : undefined
  for (const field of schema.fields.values()) {
    if (wanted && !wanted.has(field.name) && !wanted.has(field.name.split('.')[0] ?? '')) continue
    if (field.i18nFor && options.i18n !== false) continue
    if (isLink(field)) setLinks(data, reading, field, entity)
    else if (field.type === 'binary') data[field.name] = fileValue(context, schema, field, entity)
    else setNested(data, field.name, valueOf(field, entity, context.locale, options))
  }
  // A name is a text or it is not there: everything that lists entities shows it.
  if (data['name'] === null) delete data['name']
  return data
}

/** Owners whom the reader may see, and the reader. */
async function visibleOwners(
  where: SearchIn,
  reader: Reader,
  stored: readonly StoredEntity[],
): Promise<ReadonlySet<number>> {
  const owners = [...new Set(stored.flatMap(({ owner }) => owner?.id ?? []))]
  const scope = reader.sees('user')
  const seen = seesAll(scope) ? owners : await keepInScope(where, scope, owners)
  return new Set([...seen, ...(reader.userId === null ? [] : [reader.userId])])
}

function valueOf(field: Field, entity: StoredEntity, locale: string, options: ReadOptions): unknown {
  if (field.name === 'validfrom') return entity.valid_from?.toISOString() ?? null
  if (field.name === 'validuntil') return entity.valid_until?.toISOString() ?? null
  const variant = field.i18n && options.i18n !== false ? entity.props[`${field.name}_${locale}`] : undefined
  return variant ?? entity.props[field.name] ?? emptyOf(field)
}

function setLinks(
  data: Record<string, unknown>,
  { context, options }: Reading,
  field: Field & { target: string },
  entity: StoredEntity,
): void {
  const links = entity.links[field.name] ?? { total: 0, list: [] }
  const list = links.list.map((link) => linkedEntity(link, context.locale))
  if (field.type === 'object') {
    data[field.name] = list[0] ?? null
    return
  }
  data[field.name] = list
  data[`$moreChildren_${field.name}`] = moreChildren(links, 0, options.maxchildren ?? defaultChildren)
}

/** A linked entity as it stands in another's property. */
export function linkedEntity(
  link: StoredLink,
  locale: string,
): { id: number; name: string; $resource: string } {
  return { id: link.id, name: nameIn(link.names, locale), $resource: link.resource }
}

/**
 * The paging of a field's links from `first`, of which at most `max` are listed.
 * @source wire facts "Entities": paged children
 */
export function moreChildren(
  { total, list }: { readonly total: number; readonly list: readonly StoredLink[] },
  first: number,
  max: number,
): MoreChildren {
  const shown = list.slice(0, max)
  const last = shown.at(-1)
  const isMore = first + shown.length < total
  return {
    first,
    count: shown.length,
    total,
    ...(isMore
      ? {
          nextToken: encodeChildToken({
            first: first + shown.length,
            position: last?.position ?? -1,
            id: last?.id ?? 0,
          }),
        }
      : {}),
  }
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

function actionsOf(schema: Schema, options: ReadOptions): string[] {
  const { withRights, workflows, withFacets, security, onlyVisible } = options
  return [
    ...(onlyVisible ? ['view'] : []),
    ...(withRights ? ['update', 'delete', 'download'] : []),
    ...((withRights || workflows) && schema.hasWorkflow
      ? Object.keys(workflowOf(schema.resource).actions)
      : []),
    ...(withFacets ? ['update'] : []),
    ...(security ?? []).map(actionOfScope),
  ]
}

function rightsOf(schema: Schema, entity: StoredEntity, granted: ReadonlySet<string>): EntityRights {
  return {
    update: granted.has('update'),
    delete: granted.has('delete'),
    download: granted.has('download'),
    workflow: possibleActions(schema, entity, granted),
  }
}

function possibleActions(schema: Schema, entity: StoredEntity, granted: ReadonlySet<string>): string[] {
  if (!schema.hasWorkflow) return []
  const workflow = workflowOf(schema.resource)
  const status = statusName(workflow, entity.status ?? -1)
  return Object.entries(workflow.actions)
    .filter(([action, { from }]) => granted.has(action) && from.includes(status))
    .map(([action]) => action)
}
