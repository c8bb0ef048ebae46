import type { UsageGroup, UsageKind } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { CompiledSearch } from '../../model/search/find.ts'
import type { SeenEntity } from './require-seen.ts'
import { noneColumns, spanColumns } from './roll-up.sql.ts'

/** What is counted: events of a kind, of the last days. Never robots. */
export interface UsageQuery {
  readonly kind: UsageKind
  /** With today, in UTC; zero or less: all that there is. */
  readonly days: number
  readonly max: number
}

/** Something and how often it was. */
export interface UsageCount {
  readonly key: string
  readonly count: number
}

/**
 * Entities of a resource among those of a search, those with most events first. Counts of the last days are
 * read by their levels, which an index orders, and sorted within each.
 * @source decision 0268
 */
export async function countByEntity(
  database: Database,
  resource: string,
  hits: CompiledSearch,
  { kind, days, max }: UsageQuery,
): Promise<UsageCount[]> {
  const ready = spanColumns.get(Math.max(0, days))
  const counted = ready
    ? sql`select entity_id, ${sql.ref(`${ready}_level`)} "level", ${sql.ref(ready)} count from usage_entity
        where kind = ${kind} and resource = ${resource} and ${sql.ref(`${ready}_level`)} > 0`
    : sql`select entity_id, 0 "level", sum(count)::bigint count from usage_entity_day u
        where resource = ${resource} and kind = ${kind} and ${sinceOf(days)} group by entity_id`
  const { rows } = await sql<UsageCount>`
    select s.resource || '_' || u.entity_id as "key", u.count from (${counted}) u
    join search s on s.resource = ${resource} and s.id = u.entity_id
    where ${hits.where} order by u.level desc, u.count desc, u.entity_id limit ${max}`.execute(database)
  return rows
}

/**
 * Counts by a group, most first; days and hours the latest first. With `noneFound`, of searches those that
 * found nothing. Sites that show assets are those of logs too.
 */
export async function countByGroup(
  database: Database,
  group: Exclude<UsageGroup, 'object'>,
  { kind, days, max, noneFound }: UsageQuery & { readonly noneFound: boolean },
): Promise<UsageCount[]> {
  const isDay = group === 'day'
  const isInOrder = isDay || group === 'hour'
  const ready = isInOrder ? undefined : (noneFound ? noneColumns : spanColumns).get(Math.max(0, days))
  const groups = ready
    ? sql`select u.key, ${sql.ref(`u.${ready}`)} count from usage_group u where u.kind = ${kind} and u.grouping = ${group}`
    : sql`select ${isDay ? sql`u.day::text` : sql`u.key`} as "key",
          sum(${noneFound ? sql`u.none_found` : sql`u.count`})::bigint count
        from usage_group_day u
        where u.kind = ${kind} and u.grouping = ${isDay ? 'total' : group} and ${sinceOf(days)} group by 1`
  const counted =
    kind === 'embed' && group === 'site'
      ? sql`select key, sum(count)::bigint count from (
            ${groups} union all select u.site, u.count from usage_site_day u where u.source = 'log' and ${sinceOf(days)}) sites
          group by 1`
      : groups
  const { rows } = await sql<UsageCount>`
    select key, count from (${counted}) counted
    where count > 0 order by ${orderOf(group)} limit ${max}`.execute(database)
  return rows
}

/** Days and hours are read in their order, the rest by how often it was. */
export function orderOf(group: UsageGroup): RawBuilder<unknown> {
  return group === 'day' || group === 'hour' ? sql`key desc` : sql`count desc, key collate "C"`
}

/** How often each kind of event was about an entity. */
export async function countByKind(
  database: Database,
  resource: string,
  id: number,
  { kinds, days, max }: Omit<UsageQuery, 'kind'> & { readonly kinds: readonly UsageKind[] },
): Promise<UsageCount[]> {
  const { rows } = await sql<UsageCount>`
    select u.kind as "key", sum(u.count)::bigint count from usage_entity_day u
    where u.resource = ${resource} and u.entity_id = ${id} and u.kind = any(${kinds}::text[])
      and ${isAmongDays('usage_entity_day', days)}
    group by u.kind order by 2 desc, array_position(${kinds}::text[], u.kind) limit ${max}`.execute(database)
  return rows
}

/** How often a kind of event was about an entity on each day, the latest first. */
export async function countByDay(
  database: Database,
  { resource, id }: SeenEntity,
  { kind, days, max }: UsageQuery,
): Promise<UsageCount[]> {
  const { rows } = await sql<UsageCount>`
    select u.day::text as "key", u.count from usage_entity_day u
    where u.resource = ${resource} and u.entity_id = ${id} and u.kind = ${kind}
      and ${isAmongDays('usage_entity_day', days)}
    order by u.day desc limit ${max}`.execute(database)
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
    select u.site as "key", sum(u.count)::bigint count from usage_site_day u
    where u.resource = ${resource} and u.entity_id = ${id} and ${isAmongDays('usage_site_day', days)}
    group by u.site order by 2 desc, u.site collate "C" limit ${max}`.execute(database)
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

function sinceOf(days: number): RawBuilder<SqlBool> {
  return days > 0 ? sql<SqlBool>`u.day >= ${firstDayOf(days)}` : sql<SqlBool>`true`
}

/**
 * The days one by one, each of which is one place of the index: it begins with the day. Of those before the
 * first that is kept there are none.
 */
function isAmongDays(table: 'usage_entity_day' | 'usage_site_day', days: number): RawBuilder<SqlBool> {
  const first = sql`(select min(day) from ${sql.table(table)} where day >= ${firstDayOf(days)})`
  const last = sql`(now() at time zone 'UTC')::date + 1`
  return sql`u.day in (select day::date from generate_series(${first}::timestamp, ${last}, '1 day') day)`
}

/** The first of the last days with today, in UTC; zero or less: before all days. */
export function firstDayOf(days: number): RawBuilder<string> {
  return days > 0
    ? sql`((now() at time zone 'UTC')::date - ${Math.min(days, 100_000) - 1}::int)`
    : sql`'-infinity'::date`
}
