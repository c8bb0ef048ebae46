import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** An entity as stored. Links by field, in order, cut at `maxChildren` a field, with the names of all languages. */
export interface StoredEntity {
  readonly id: number
  readonly uuid: string
  readonly version: number
  readonly status: number | null
  readonly owner: { readonly id: number; readonly name: string } | null
  readonly valid_from: Date | null
  readonly valid_until: Date | null
  readonly created_at: Date
  readonly modified_at: Date
  readonly props: Readonly<Record<string, unknown>>
  readonly links: Readonly<Record<string, { readonly total: number; readonly list: readonly StoredLink[] }>>
}

export interface StoredLink {
  readonly id: number
  readonly resource: string
  readonly names: Readonly<Record<string, string | null>>
}

/** Entities by ids, in no order. The ids come from a scope: whoever calls has decided that they may be seen. */
export async function selectEntities(database: Database, resource: string, ids: readonly number[], maxChildren: number): Promise<StoredEntity[]> {
  const { rows } = await sql<StoredEntity>`
    select e.id, e.uuid, e.version, e.status, e.valid_from, e.valid_until, e.created_at, e.modified_at, e.props,
      (select jsonb_build_object('id', o.id, 'name', o.props ->> 'name') from entity o where o.resource = 'user' and o.id = e.owner_id) owner,
      coalesce((
        select jsonb_object_agg(field, jsonb_build_object('total', total, 'list', list)) from (
          select l.field, max(l.total) total, jsonb_agg(jsonb_build_object('id', l.target_id, 'resource', l.target_resource,
            'names', jsonb_build_object('en', t.props ->> 'name', 'fr', t.props ->> 'name_fr')) order by l.position) list
          from (
            select k.*, row_number() over (partition by k.field order by k.position, k.target_id) nth, count(*) over (partition by k.field) total
            from link k where k.resource = e.resource and k.id = e.id
          ) l join entity t on t.resource = l.target_resource and t.id = l.target_id
          where l.nth <= ${maxChildren} group by l.field
        ) fields), '{}') links
    from entity e where e.resource = ${resource} and e.id = any(${[...ids]}::bigint[])
  `.execute(database)
  return rows
}

/** The resource and id behind a uuid. */
export async function selectByUuid(database: Database, uuid: string): Promise<{ resource: string; id: number } | undefined> {
  return database.selectFrom('entity').select(['resource', 'id']).where('uuid', '=', uuid).executeTakeFirst()
}

/** Names of linked entities by id, in all languages. */
export async function selectNames(database: Database, resource: string, ids: readonly number[]): Promise<Map<number, StoredLink['names']>> {
  const { rows } = await sql<{ id: number; names: StoredLink['names'] }>`
    select id, jsonb_build_object('en', props ->> 'name', 'fr', props ->> 'name_fr') names from entity where resource = ${resource} and id = any(${[...ids]}::bigint[])
  `.execute(database)
  return new Map(rows.map((row) => [row.id, row.names]))
}

/** What a write changes; what is missing stays. `basedOn`: the version that the writer saw. */
export interface EntityChange {
  readonly props?: Readonly<Record<string, unknown>>
  readonly validFrom?: string | null | undefined
  readonly validUntil?: string | null | undefined
  readonly status?: number
  readonly modifiedBy: number | null
  readonly basedOn?: number | undefined
}

/** Changes an entity; undefined where it is gone or its version is another than the change was based on. */
export async function updateEntity(database: Database, resource: string, id: number, change: EntityChange): Promise<{ version: number } | undefined> {
  return database.updateTable('entity').set((eb) => ({
    version: eb('version', '+', 1), modified_at: sql<Date>`greatest(clock_timestamp(), modified_at + interval '1 microsecond')`, modified_by: change.modifiedBy,
    ...(change.props ? { props: sql<string>`jsonb_strip_nulls(props || ${JSON.stringify(change.props)}::jsonb)` } : {}),
    ...(change.validFrom !== undefined ? { valid_from: change.validFrom } : {}),
    ...(change.validUntil !== undefined ? { valid_until: change.validUntil } : {}),
    ...(change.status !== undefined ? { status: change.status } : {}),
  })).where('resource', '=', resource).where('id', '=', id)
    .$if(change.basedOn !== undefined, (update) => update.where('version', '=', change.basedOn ?? 0))
    .returning('version').executeTakeFirst()
}

/** Makes an entity; `id` where it was reserved before. */
export async function insertEntity(database: Database, row: {
  readonly resource: string; readonly id?: number; readonly status: number | null; readonly ownerId: number | null
  readonly props: Readonly<Record<string, unknown>>; readonly validFrom?: string | null | undefined; readonly validUntil?: string | null | undefined; readonly modifiedBy: number | null
}): Promise<number> {
  const { id } = await database.insertInto('entity').values({
    resource: row.resource, ...(row.id === undefined ? {} : { id: row.id }), status: row.status, owner_id: row.ownerId,
    props: sql<string>`jsonb_strip_nulls(${JSON.stringify(row.props)}::jsonb)`, valid_from: row.validFrom ?? null, valid_until: row.validUntil ?? null, modified_by: row.modifiedBy,
  }).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Replaces the links of one field, in order. */
export async function replaceLinks(database: Database, resource: string, id: number, field: string, target: string, ids: readonly number[]): Promise<void> {
  await database.deleteFrom('link').where('resource', '=', resource).where('id', '=', id).where('field', '=', field).execute()
  if (ids.length === 0) return
  await database.insertInto('link').values([...new Set(ids)].map((targetId, position) => ({ resource, id, field, position, target_resource: target, target_id: targetId }))).execute()
}

/** Ids that an entity links to by a field, in order. */
export async function selectLinkIds(database: Database, resource: string, id: number, field: string): Promise<number[]> {
  const rows = await database.selectFrom('link').select('target_id').where('resource', '=', resource).where('id', '=', id).where('field', '=', field).orderBy('position').execute()
  return rows.map((row) => row.target_id)
}

/** Entities that link to one: their full text holds its name. */
export async function selectLinkingIds(database: Database, target: string, targetId: number): Promise<{ resource: string; id: number }[]> {
  return database.selectFrom('link').select(['resource', 'id']).distinct().where('target_resource', '=', target).where('target_id', '=', targetId).execute()
}

/** Deletes an entity with its own links, its search row and its file's row. Fails where others link to it. */
export async function removeEntity(database: Database, resource: string, id: number): Promise<boolean> {
  const { numDeletedRows } = await database.deleteFrom('entity').where('resource', '=', resource).where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Holds an entity against other writers until the transaction ends; its status and version. */
export async function lockEntity(database: Database, resource: string, id: number): Promise<{ status: number | null; version: number } | undefined> {
  return database.selectFrom('entity').select(['status', 'version']).where('resource', '=', resource).where('id', '=', id).forUpdate().executeTakeFirst()
}
