import type { UsageGroup, UsageKind } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Identity } from '../../access/identity.ts'
import type { Database } from '../../ground/database/database.ts'
import type { CompiledSearch } from '../../model/search/find.ts'

/** What is counted: events of a kind, of the last days, of one person where they are named. Never robots. */
export interface UsageQuery {
  readonly kind: UsageKind
  /** With today, in UTC; zero or less: all that there is. */
  readonly days: number
  /** Whose events alone. */
  readonly only?: Identity
  readonly max: number
}

/** Something and how often it was. */
export interface UsageCount {
  readonly key: string
  readonly count: number
}

/** Entities of a resource among those of a search, those with most events first. */
export async function countByEntity(
  database: Database,
  resource: string,
  hits: CompiledSearch,
  query: UsageQuery,
): Promise<UsageCount[]> {
  const { rows } = await sql<UsageCount>`
    select u.resource || '_' || u.entity_id as "key", u.count from (
      select u.resource, u.entity_id, sum(u.count)::bigint count from usage_day u
      where u.resource = ${resource} and u.entity_id is not null and ${conditionOf(query)}
      group by u.resource, u.entity_id) u
    join search s on s.resource = u.resource and s.id = u.entity_id
    where ${hits.where} order by u.count desc, u.entity_id limit ${query.max}`.execute(database)
  return rows
}

/** How each group is named; null where an event has none. */
const keys: Readonly<Record<Exclude<UsageGroup, 'object'>, RawBuilder<unknown>>> = {
  user: sql`case when u.actor_kind = 'user' then 'user_' || u.actor_id end`,
  application: sql`case when u.actor_kind = 'application' then 'application_' || u.actor_id end`,
  site: sql`u.site`,
  words: sql`u.words`,
  reached: sql`u.reached::text`,
  day: sql`u.day::text`,
  hour: sql`to_char(u.hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:00"Z"')`,
}

/**
 * Counts by a group, most first; days and hours the latest first. With `hits`, of events about these entities
 * alone; with `noneFound`, of searches those that found nothing.
 */
export async function countByGroup(
  database: Database,
  group: Exclude<UsageGroup, 'object'>,
  {
    hits,
    noneFound,
    ...query
  }: UsageQuery & { readonly hits?: CompiledSearch; readonly noneFound?: boolean },
): Promise<UsageCount[]> {
  const about = hits
    ? sql<SqlBool>`exists (select from search s where s.resource = u.resource and s.id = u.entity_id and ${hits.where})`
    : sql<SqlBool>`true`
  const isTime = group === 'day' || group === 'hour'
  const { rows } = await sql<UsageCount>`
    select key, count from (
      select ${keys[group]} as "key", sum(${noneFound ? sql`u.none_found` : sql`u.count`})::bigint count
      from ${group === 'hour' ? sql`(select *, (hour at time zone 'UTC')::date as "day" from usage_hour)` : sql`usage_day`} u
      where ${conditionOf(query, group === 'reached')} and ${about} group by 1) counted
    where key is not null and count > 0
    order by ${isTime ? sql`key desc` : sql`count desc, key collate "C"`} limit ${query.max}`.execute(
    database,
  )
  return rows
}

/** How often each kind of event was about an entity. */
export async function countByKind(
  database: Database,
  resource: string,
  id: number,
  { kinds, days, only, max }: Omit<UsageQuery, 'kind'> & { readonly kinds: readonly UsageKind[] },
): Promise<{ readonly kind: UsageKind; readonly count: number }[]> {
  const { rows } = await sql<{ kind: UsageKind; count: number }>`
    select u.kind, sum(u.count)::bigint count from usage_day u
    where u.resource = ${resource} and u.entity_id = ${id} and u.kind = any(${kinds}::text[]) and ${limitsOf(days, only)} and u.reached = 0
    group by u.kind order by 2 desc, array_position(${kinds}::text[], u.kind) limit ${max}`.execute(database)
  return rows
}

/** The sites that show an entity: what is embedded there, and what logs of a delivery network say. */
export async function countBySite(
  database: Database,
  resource: string,
  id: number,
  days: number,
  max: number,
): Promise<UsageCount[]> {
  const { rows } = await sql<UsageCount>`
    select site as "key", sum(count)::bigint count from (
      select u.site, u.count from usage_day u
      where u.resource = ${resource} and u.entity_id = ${id} and u.kind = 'embed' and u.site is not null and ${limitsOf(days)}
      union all
      select u.site, u.count from usage_cdn u where u.resource = ${resource} and u.entity_id = ${id} and ${sinceOf(days)}) u
    group by site order by 2 desc, site collate "C" limit ${max}`.execute(database)
  return rows
}

/** An entity of a uuid; undefined where there is none. */
export async function selectByUuid(
  database: Database,
  uuid: string,
): Promise<{ readonly resource: string; readonly id: number } | undefined> {
  const { rows } = await sql<{ resource: string; id: number }>`
    select resource, id from entity where uuid = ${uuid}::uuid`.execute(database)
  return rows[0]
}

/** A film that was played counts once, at its start, whatever was reached of it then. */
function conditionOf({ kind, days, only }: UsageQuery, withReached = false): RawBuilder<SqlBool> {
  const starts = withReached ? sql<SqlBool>`true` : sql<SqlBool>`u.reached = 0`
  return sql<SqlBool>`(u.kind = ${kind} and ${starts} and ${limitsOf(days, only)})`
}

function limitsOf(days: number, only?: Identity): RawBuilder<SqlBool> {
  return sql<SqlBool>`(not u.is_robot and ${sinceOf(days)} and ${ownOf(only)})`
}

function sinceOf(days: number): RawBuilder<SqlBool> {
  return days > 0
    ? sql<SqlBool>`u.day > (now() at time zone 'UTC')::date - ${Math.min(days, 100_000)}::int`
    : sql<SqlBool>`true`
}

function ownOf(only: Identity | undefined): RawBuilder<SqlBool> {
  if (only === undefined) return sql<SqlBool>`true`
  if (only.kind === 'visitor') return sql<SqlBool>`u.share_id = ${only.shareId}`
  return only.kind === 'anonymous'
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(u.actor_kind = ${only.kind} and u.actor_id = ${only.id})`
}
