import type { UsageGroup, UsageKind } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Identity } from '../../access/identity.ts'
import type { Database } from '../../ground/database/database.ts'
import type { CompiledSearch } from '../../model/search/find.ts'
import { orderOf, type UsageCount } from './counts.sql.ts'
import type { SeenEntity } from './require-seen.ts'

/** Which events are counted one by one: those of one person, or about what a search finds. Never robots. */
export interface EventQuery {
  readonly kinds: readonly UsageKind[]
  /** With today, in UTC; zero or less: all that there is. */
  readonly days: number
  /** Whose events alone. */
  readonly only?: Identity
  /** Events about one entity alone. */
  readonly entity?: SeenEntity
  /** Events about what a search of a resource finds alone. */
  readonly found?: { readonly resource: string; readonly hits: CompiledSearch }
  /** Searches that found nothing alone. */
  readonly noneFound?: boolean
  readonly max: number
}

/** How each group is named; null where an event has none. */
const keys: Readonly<Record<UsageGroup | 'kind', RawBuilder<string | null>>> = {
  kind: sql`u.kind`,
  object: sql`u.resource || '_' || u.entity_id`,
  user: sql`case when u.actor_kind = 'user' then 'user_' || u.actor_id end`,
  application: sql`case when u.actor_kind = 'application' then 'application_' || u.actor_id end`,
  site: sql`u.site`,
  words: sql`u.words`,
  reached: sql`u.reached::text`,
  day: sql`(u.at at time zone 'UTC')::date::text`,
  hour: sql`to_char(u.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:00"Z"')`,
}

/**
 * Counts events by a group, most first; days and hours the latest first. For what the counts that are kept
 * ready do not show: it reads every event of the person, or of the days.
 * @source decision 0170
 */
export async function countEvents(
  database: Database,
  group: UsageGroup | 'kind',
  { kinds, days, only, entity, found, noneFound = false, max }: EventQuery,
): Promise<UsageCount[]> {
  const since =
    days > 0
      ? sql<SqlBool>`u.at >= ((now() at time zone 'UTC')::date - ${Math.min(days, 100_000) - 1}::int)::timestamp at time zone 'UTC'`
      : sql<SqlBool>`true`
  const one = entity
    ? sql<SqlBool>`(u.resource = ${entity.resource} and u.entity_id = ${entity.id})`
    : sql<SqlBool>`true`
  const about = found
    ? sql<SqlBool>`(u.resource = ${found.resource}
        and exists (select from search s where s.resource = u.resource and s.id = u.entity_id and ${found.hits.where}))`
    : sql<SqlBool>`true`
  // A film that was played counts once, at its start, whatever was reached of it then.
  const { rows } = await sql<UsageCount>`
    select key, count from (
      select ${keys[group]} as "key", count(*) count from usage_event u
      where u.kind = any(${kinds}::text[]) and not u.is_robot and ${group === 'reached' ? sql`true` : sql`u.reached = 0`}
        and ${noneFound ? sql`u.kind = 'search' and u.hits = 0` : sql`true`}
        and ${since} and ${ownOf(only)} and ${one} and ${about} group by 1) counted
    where key is not null order by ${group === 'kind' ? sql`count desc, key` : orderOf(group)} limit ${max}`.execute(
    database,
  )
  return rows
}

function ownOf(only: Identity | undefined): RawBuilder<SqlBool> {
  if (only === undefined) return sql<SqlBool>`true`
  if (only.kind === 'visitor') return sql<SqlBool>`u.share_id = ${only.shareId}`
  return only.kind === 'anonymous' || 'author' in only
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(u.actor_kind = ${only.kind} and u.actor_id = ${only.id})`
}
