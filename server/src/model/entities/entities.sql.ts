import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { planned } from '../../ground/database/create-pool.ts'
import type { Database } from '../../ground/database/database.ts'
import { isOneOf } from '../../ground/database/is-one-of.ts'
import { queuePairing } from '../live-photos/live-photos.sql.ts'

/**
 * An entity as stored. Links by field, in order, cut at `maxChildren` a field, with the names of all
 * languages.
 */
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
  readonly position: number
  readonly names: Readonly<Record<string, string | null>>
}

/**
 * Which of these entities exist, and under which of the conditions on `search s` each lies, in their order.
 */
export async function selectDecisions(
  database: Database,
  resource: string,
  ids: readonly number[],
  conditions: readonly RawBuilder<SqlBool>[],
): Promise<{ id: number; decided: readonly boolean[] }[]> {
  const { rows } = await sql<{ id: number; decided: readonly boolean[] }>`
    select s.id, array[${conditions.length === 0 ? sql`` : sql.join(conditions.map((condition) => sql`coalesce(${condition}, false)`))}]::boolean[] decided
    from search s where s.resource = ${resource} and s.id = any(${[...ids]}::bigint[])
  `.execute(database)
  return rows
}

/**
 * Entities by ids, in no order. The ids come from a scope: whoever calls has decided that they may be seen.
 * @param links the condition on `link k` under which a link is listed, and counted
 */
export async function selectEntities(
  database: Database,
  resource: string,
  ids: readonly number[],
  maxChildren: number,
  links: RawBuilder<SqlBool>,
): Promise<StoredEntity[]> {
  const { rows } = await sql<StoredEntity>`${sql.raw(planned)}
    select e.id, e.uuid, e.version, e.status, e.valid_from, e.valid_until, e.created_at, e.modified_at, e.props,
      (select jsonb_build_object('id', o.id, 'name', o.props ->> 'name') from entity o where o.resource = 'user' and o.id = e.owner_id) owner,
      coalesce((
        select jsonb_object_agg(field, jsonb_build_object('total', total, 'list', list)) from (
          select l.field, count(*) total, coalesce(jsonb_agg(jsonb_build_object('id', l.target_id, 'resource', l.target_resource, 'position', l.position,
            'names', jsonb_build_object('en', t.props ->> 'name', 'fr', t.props ->> 'name_fr')) order by l.position, l.target_id) filter (where l.nth <= ${maxChildren}), '[]') list
          from (
            select k.*, row_number() over (partition by k.field order by k.position, k.target_id) nth from link k
            where k.resource = e.resource and k.id = e.id and ${links}
          ) l left join entity t on l.nth <= ${maxChildren} and t.resource = l.target_resource and t.id = l.target_id
          group by l.field
        ) fields), '{}') links
    from entity e where e.resource = ${resource} and ${isOneOf(sql.ref('e.id'), ids)}
  `.execute(database)
  return rows
}

/** The resource and id behind a uuid. */
export async function selectByUuid(
  database: Database,
  uuid: string,
): Promise<{ resource: string; id: number } | undefined> {
  return database.selectFrom('entity').select(['resource', 'id']).where('uuid', '=', uuid).executeTakeFirst()
}

/** Names of linked entities by id, in all languages. */
export async function selectNames(
  database: Database,
  resource: string,
  ids: readonly number[],
): Promise<Map<number, StoredLink['names']>> {
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

/** What an entity held before a change. */
export interface FormerEntity {
  readonly props: Readonly<Record<string, unknown>>
  readonly from: Date | null
  readonly until: Date | null
}

/**
 * Changes an entity, and answers what it held before; undefined where it is gone or its version is another
 * than the change was based on.
 */
export async function updateEntity(
  database: Database,
  resource: string,
  id: number,
  { props = {}, validFrom, validUntil, status, modifiedBy, basedOn }: EntityChange,
): Promise<FormerEntity | undefined> {
  const { rows } = await sql<FormerEntity>`${sql.raw(planned)}
    update entity set version = version + 1,
      modified_at = greatest(clock_timestamp(), modified_at + interval '1 microsecond'), modified_by = ${modifiedBy},
      props = (props || ${JSON.stringify(withoutNulls(props))}::jsonb) - ${nullsOf(props)}::text[],
      valid_from = case when ${validFrom !== undefined}::boolean then ${validFrom ?? null}::timestamptz else valid_from end,
      valid_until = case when ${validUntil !== undefined}::boolean then ${validUntil ?? null}::timestamptz else valid_until end,
      status = coalesce(${status ?? null}::int, status)
    where resource = ${resource} and id = ${id} and (${basedOn ?? null}::int is null or version = ${basedOn ?? null}::int)
    returning old.props, old.valid_from "from", old.valid_until until`.execute(database)
  return rows[0]
}

/** An empty property is not stored; what is null within a property is. */
const withoutNulls = (props: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(props).filter(([, value]) => value !== null && value !== undefined))
const nullsOf = (props: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(props).filter((name) => props[name] === null)

/** Moves entities to a workflow status. */
export async function updateStatus(
  database: Database,
  resource: string,
  ids: readonly number[],
  status: number,
  modifiedBy: number | null,
): Promise<void> {
  await database
    .updateTable('entity')
    .set((eb) => ({
      status,
      version: eb('version', '+', 1),
      modified_at: sql<Date>`greatest(clock_timestamp(), modified_at + interval '1 microsecond')`,
      modified_by: modifiedBy,
    }))
    .where('resource', '=', resource)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
}

/** Makes an entity; `id` where it was reserved before. */
export async function insertEntity(
  database: Database,
  row: {
    readonly resource: string
    readonly id?: number
    readonly status: number | null
    readonly ownerId: number | null
    readonly props: Readonly<Record<string, unknown>>
    readonly validFrom?: string | null | undefined
    readonly validUntil?: string | null | undefined
    readonly modifiedBy: number | null
  },
): Promise<number> {
  const { id } = await database
    .insertInto('entity')
    .values({
      resource: row.resource,
      ...(row.id === undefined ? {} : { id: row.id }),
      status: row.status,
      owner_id: row.ownerId,
      props: JSON.stringify(withoutNulls(row.props)),
      valid_from: row.validFrom ?? null,
      valid_until: row.validUntil ?? null,
      modified_by: row.modifiedBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Replaces the links of one field, in order. */
export async function replaceLinks(
  database: Database,
  resource: string,
  id: number,
  field: string,
  target: string,
  ids: readonly number[],
): Promise<void> {
  await database
    .deleteFrom('link')
    .where('resource', '=', resource)
    .where('id', '=', id)
    .where('field', '=', field)
    .execute()
  if (ids.length === 0) return
  await database
    .insertInto('link')
    .values(
      [...new Set(ids)].map((targetId, position) => ({
        resource,
        id,
        field,
        position,
        target_resource: target,
        target_id: targetId,
      })),
    )
    .execute()
}

/** Which links of which entity. */
export interface LinksOf {
  readonly resource: string
  readonly id: number
  readonly field: string
}

/** Adds links after those that are there; what is linked already stays where it is. */
export async function appendLinks(
  database: Database,
  { resource, id, field }: LinksOf,
  target: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`${sql.raw(planned)}
    insert into link (resource, id, field, position, target_resource, target_id)
    select ${resource}, ${id}::bigint, ${field}, (select coalesce(max(position), -1) from link where resource = ${resource} and id = ${id} and field = ${field}) + n, ${target}, target_id
    from unnest(${[...ids]}::bigint[]) with ordinality wanted(target_id, n) on conflict do nothing
  `.execute(database)
}

/** Takes links away; answers how many are left. */
export async function removeLinks(
  database: Database,
  { resource, id, field }: LinksOf,
  ids: readonly number[],
): Promise<number> {
  const of = sql`resource = ${resource} and id = ${id} and field = ${field}`
  await sql`delete from link where ${of} and target_id = any(${[...ids]}::bigint[])`.execute(database)
  const { rows } = await sql<{ count: number }>`select count(*) count from link where ${of}`.execute(database)
  return rows[0]?.count ?? 0
}

/** What a field of an entity links to, in order. */
export async function selectTargets(database: Database, { resource, id, field }: LinksOf): Promise<number[]> {
  const rows = await database
    .selectFrom('link')
    .select('target_id')
    .where('resource', '=', resource)
    .where('id', '=', id)
    .where('field', '=', field)
    .orderBy('position')
    .execute()
  return rows.map(({ target_id: target }) => target)
}

/** Entities that link to one: their full text holds its name. */
export async function selectLinkingIds(
  database: Database,
  target: string,
  targetId: number,
): Promise<{ resource: string; id: number }[]> {
  return database
    .selectFrom('link')
    .select(['resource', 'id'])
    .distinct()
    .where('target_resource', '=', target)
    .where('target_id', '=', targetId)
    .execute()
}

/** Deletes an entity with its own links, its search row and its file's row. Fails where others link to it. */
export async function removeEntity(database: Database, resource: string, id: number): Promise<boolean> {
  const rows = await database
    .deleteFrom('entity')
    .where('resource', '=', resource)
    .where('id', '=', id)
    .returning(sql<string | null>`props ->> 'metadata.livephoto'`.as('livePhoto'))
    .execute()
  await queuePairing(
    database,
    rows.map(({ livePhoto }) => livePhoto),
  )
  return rows.length > 0
}

/** What a writer sees of an entity that it holds. */
export interface HeldEntity {
  readonly id: number
  readonly status: number | null
  readonly version: number
  readonly props: Readonly<Record<string, unknown>>
}

/**
 * Holds entities against other writers until the transaction ends, in the order of their ids, so that two
 * writers never wait for each other.
 */
export async function lockEntities(
  database: Database,
  resource: string,
  ids: readonly number[],
): Promise<HeldEntity[]> {
  return database
    .selectFrom('entity')
    .select(['id', 'status', 'version', 'props'])
    .where('resource', '=', resource)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Linked entities of one field after a link, in order, one more than `max` where there are more; and how many
 * there are in all.
 * @param links the condition on `link k` under which a link is listed, and counted
 */
export async function selectLinkPage(
  database: Database,
  from: LinksOf,
  after: { readonly position: number; readonly id: number },
  max: number,
  links: RawBuilder<SqlBool>,
): Promise<{ total: number; list: StoredLink[] }> {
  const own = sql`link k where k.resource = ${from.resource} and k.id = ${from.id} and k.field = ${from.field} and ${links}`
  const { rows } = await sql<StoredLink & { total: number }>`
    with all_links as (select k.* from ${own})
    select l.target_id id, l.target_resource resource, l.position, jsonb_build_object('en', t.props ->> 'name', 'fr', t.props ->> 'name_fr') names, (select count(*) from all_links) total
    from all_links l join entity t on t.resource = l.target_resource and t.id = l.target_id
    where (l.position, l.target_id) > (${after.position}::int, ${after.id}::bigint) order by l.position, l.target_id limit ${max + 1}
  `.execute(database)
  const total =
    rows[0]?.total ??
    (await sql<{ total: number }>`select count(*) total from ${own}`.execute(database)).rows[0]?.total ??
    0
  return { total, list: rows.map(({ total: _total, ...link }) => link) }
}

/** The name, the properties and the links (ids, in order) of an entity; undefined where it is gone. */
export async function selectState(
  database: Database,
  resource: string,
  id: number,
): Promise<{ name: string; values: Readonly<Record<string, unknown>> } | undefined> {
  const { rows } = await sql<{ name: string; values: Readonly<Record<string, unknown>> }>`
    select coalesce(e.props ->> 'name', '') name, e.props || coalesce((
      select jsonb_object_agg(field, ids) from (select field, jsonb_agg(target_id order by position) ids from link where resource = e.resource and id = e.id group by field) l), '{}') as values
    from entity e where e.resource = ${resource} and e.id = ${id}
  `.execute(database)
  return rows[0]
}

/** Who owns an entity; null where nobody does, or it is gone. */
export async function selectOwner(database: Database, resource: string, id: number): Promise<number | null> {
  const row = await database
    .selectFrom('entity')
    .select('owner_id')
    .where('resource', '=', resource)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.owner_id ?? null
}
