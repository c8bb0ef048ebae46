import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { SavedSearchAction, SavedSearchViewer } from './saved-search-viewer.ts'

type Condition = RawBuilder<SqlBool>
type Data = Readonly<Record<string, unknown>>
interface Person {
  readonly id: number
  readonly name: string
}

/** A saved search as one viewer sees it: all subscribers where they may share it, else themself alone. */
export interface StoredSavedSearch {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly type: string
  readonly is_private: boolean
  readonly data: Data
  readonly version: number
  readonly created_at: Date
  readonly modified_at: Date
  readonly owner: Person
  readonly subscribers: readonly Person[]
}

/**
 * Which searches; all that the viewer may see by default. `name`: a pattern of `like`, in lower
 * case.
 */
export interface SavedSearchFilter {
  readonly id?: number | undefined
  readonly type?: string | undefined
  readonly name?: string | undefined
  readonly max?: number | undefined
}

/** Saved searches that a viewer may see, last changed first. */
export async function selectSavedSearches(
  database: Database,
  viewer: SavedSearchViewer,
  filter: SavedSearchFilter,
): Promise<StoredSavedSearch[]> {
  const { rows } = await sql<StoredSavedSearch>`
    select ss.id, ss.name, ss.description, ss.type, ss.is_private, ss.data, ss.version, ss.created_at, ss.modified_at,
      jsonb_build_object('id', o.id, 'name', coalesce(o.props ->> 'name', '')) owner, people.subscribers
    from saved_search ss
    join entity o on o.resource = ss.owner_resource and o.id = ss.owner_id
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', coalesce(u.props ->> 'name', '')) order by u.id), '[]') subscribers
      from saved_search_subscriber s join entity u on u.resource = s.user_resource and u.id = s.user_id
      where s.search_id = ss.id and (s.user_id = ${viewer.userId} or ${viewer.may.share})
    ) people
    where ${viewer.may.view} and ${filtered(filter)}
    order by ss.modified_at desc, ss.id desc limit ${filter.max ?? null}
  `.execute(database)
  return rows
}

function filtered(filter: SavedSearchFilter): Condition {
  const parts: Condition[] = [sql<SqlBool>`true`]
  if (filter.id !== undefined) parts.push(sql<SqlBool>`ss.id = ${filter.id}`)
  if (filter.type !== undefined) parts.push(sql<SqlBool>`ss.type = ${filter.type}`)
  if (filter.name !== undefined) parts.push(sql<SqlBool>`lower(ss.name) like ${filter.name}`)
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** Makes a saved search; its id, or undefined where it would be one more than `max` of its owner. */
export async function insertSavedSearch(
  database: Database,
  search: {
    readonly ownerId: number
    readonly name: string
    readonly description: string
    readonly type: string
    readonly isPrivate: boolean
    readonly data: Data
    readonly max: number
  },
): Promise<number | undefined> {
  const { ownerId, name, description, type, isPrivate, data, max } = search
  const { rows } = await sql<{ id: number }>`
    insert into saved_search (owner_id, name, description, type, is_private, data)
    select ${ownerId}, ${name}::text, ${description}::text, ${type}::text, ${isPrivate}::boolean, ${JSON.stringify(data)}::jsonb
    where (select count(*) from saved_search where owner_id = ${ownerId}) < ${max}
    returning id
  `.execute(database)
  return rows[0]?.id
}

/** The owner of a search and who subscribes to it. */
export interface HeldSavedSearch {
  readonly name: string
  readonly version: number
  readonly is_private: boolean
  readonly owner_id: number
  readonly subscriber_ids: readonly number[]
}

/** Holds a search that the viewer may take an action on until the transaction ends. */
export async function lockSavedSearch(
  database: Database,
  id: number,
  viewer: SavedSearchViewer,
  action: SavedSearchAction,
): Promise<HeldSavedSearch | undefined> {
  const { rows } = await sql<HeldSavedSearch>`
    select ss.name, ss.version, ss.is_private, ss.owner_id, array(select user_id from saved_search_subscriber where search_id = ss.id order by user_id) subscriber_ids
    from saved_search ss where ss.id = ${id} and ${viewer.may[action]} for update of ss
  `.execute(database)
  return rows[0]
}

/** What changes of a search that is held; what is undefined stays. */
export interface SavedSearchChange {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly type?: string | undefined
  readonly data?: Data | undefined
  readonly isPrivate?: boolean | undefined
  readonly ownerId?: number | undefined
}

/** Changes a search that is held: its version rises, and its instant is later than every one before. */
export async function updateSavedSearchRow(
  database: Database,
  id: number,
  change: SavedSearchChange,
): Promise<void> {
  const { name = null, description = null, type = null, data, isPrivate = null, ownerId = null } = change
  await sql`
    update saved_search set name = coalesce(${name}, name), description = coalesce(${description}, description), type = coalesce(${type}, type),
      data = coalesce(${data === undefined ? null : JSON.stringify(data)}::jsonb, data), is_private = coalesce(${isPrivate}, is_private), owner_id = coalesce(${ownerId}, owner_id),
      version = version + 1, modified_at = greatest(date_trunc('milliseconds', clock_timestamp()), modified_at + interval '1 millisecond')
    where id = ${id}
  `.execute(database)
}

/** Adds subscribers to a search that is held; those who are it already stay. */
export async function insertSubscribers(
  database: Database,
  id: number,
  userIds: readonly number[],
): Promise<void> {
  await sql`insert into saved_search_subscriber (search_id, user_id) select ${id}, unnest(${[...userIds]}::bigint[]) on conflict do nothing`.execute(
    database,
  )
}

/** Takes subscribers from a search that is held; how many were it. */
export async function deleteSubscribers(
  database: Database,
  id: number,
  userIds: readonly number[],
): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from saved_search_subscriber where search_id = ${id} and user_id = any(${[...userIds]}::bigint[])`.execute(
      database,
    )
  return Number(numAffectedRows ?? 0)
}

/** Deletes a search that is held. */
export async function deleteSavedSearchRow(database: Database, id: number): Promise<void> {
  await database.deleteFrom('saved_search').where('id', '=', id).execute()
}
