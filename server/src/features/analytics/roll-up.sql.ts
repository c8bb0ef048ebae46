import { sql, type RawBuilder } from 'kysely'
import { withTransaction, type Database } from '../../ground/database/database.ts'

/** Columns that keep counts of the last days ready; 0: of all that is kept. @source decision 0170 */
export const spanColumns: ReadonlyMap<number, string> = new Map([
  [7, 'last_7'],
  [30, 'last_30'],
  [90, 'last_90'],
  [365, 'last_365'],
  [0, 'total'],
])

/** Columns of the same days, of searches that found nothing. */
export const noneColumns: ReadonlyMap<number, string> = new Map([
  [7, 'none_7'],
  [30, 'none_30'],
  [90, 'none_90'],
  [365, 'none_365'],
  [0, 'none_total'],
])

/** A list of the columns, each as something. */
const columns = (write: (name: string, days: number) => string): RawBuilder<unknown> =>
  sql.raw([...spanColumns].map(([days, name]) => write(name, days)).join(', '))
/** The same of the columns of groups. */
const groupColumns = (write: (name: string, days: number, counted: 'count' | 'none_found') => string) =>
  sql.raw(
    [
      ...[...spanColumns].map(([days, name]) => write(name, days, 'count')),
      ...[...noneColumns].map(([days, name]) => write(name, days, 'none_found')),
    ].join(', '),
  )

/** What is counted on the days of a span, of rows with a `day`, beside `spans`. */
const sumAfter = (days: number, counted = 'count'): string =>
  `coalesce(sum(${counted}) filter (where day > after_${days}), 0)`
/** What is counted of rows with the days of their span. */
const sumOf = (days: number, counted = 'count'): string =>
  `coalesce(sum(${counted}) filter (where days = ${days}), 0)`

/** Events that one transaction counts: a second's work, as deleting a person waits for it. */
const eventsAtOnce = 10_000

/**
 * Adds some of the events that are not counted yet to the counts. An event leaves those that wait in the
 * transaction that counts it: cut short and run again at any moment, it counts once.
 * @param atMost so many events
 * @returns how many events there were; 0 too where another server is counting
 * @source decision 0170
 */
export async function rollUpUsage(database: Database, atMost = eventsAtOnce): Promise<number> {
  return withTransaction(database, async (transaction) => {
    const { rows: locks } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('roll_up_usage')) locked`.execute(transaction)
    if (locks[0]?.locked !== true) return 0
    await slideSpans(transaction)
    const { rows } = await sql<{ count: number }>`
      with taken as materialized (
        delete from usage_uncounted where ctid = any(array(select ctid from usage_uncounted limit ${atMost}))
        returning *, (at at time zone 'UTC')::date as day),
      by_entity as materialized (
        select resource, entity_id, kind, day, count(*) count from taken
        where entity_id is not null and reached = 0 group by 1, 2, 3, 4),
      entity_days as (
        insert into usage_entity_day as u (resource, entity_id, kind, day, count) select * from by_entity
        on conflict (resource, entity_id, kind, day) do update set count = u.count + excluded.count),
      spans as materialized (
        select ${columns((_name, days) => `max(after) filter (where days = ${days}) after_${days}`)} from usage_span),
      entities as (
        insert into usage_entity as u (resource, entity_id, kind, ${columns((name) => name)})
        select resource, entity_id, kind, ${columns((_name, days) => sumAfter(days))}
        from by_entity, spans group by 1, 2, 3
        on conflict (resource, entity_id, kind) do update
          set ${columns((name) => `${name} = u.${name} + excluded.${name}`)}),
      site_days as (
        insert into usage_site_day as u (resource, entity_id, day, site, source, count)
        select resource, entity_id, day, site, 'event', count(*) from taken
        where kind = 'embed' and entity_id is not null and site is not null group by 1, 2, 3, 4
        on conflict (resource, entity_id, day, site, source) do update set count = u.count + excluded.count),
      embed_days as (
        insert into usage_embed_day as u (embed_id, kind, day, site, count)
        select embed_id, kind, day, coalesce(site, ''), count(*) from taken
        where embed_id is not null and reached = 0 group by 1, 2, 3, 4
        on conflict (embed_id, kind, day, site) do update set count = u.count + excluded.count),
      alike as (
        select day, kind, date_trunc('hour', at at time zone 'UTC') as hour, actor_kind, actor_id, site, words,
          reached, count(*) count, count(*) filter (where kind = 'search' and hits = 0) none_found
        from taken group by 1, 2, 3, 4, 5, 6, 7, 8),
      by_group as materialized (
        select day, kind, g.grouping, g.key, sum(count) count, sum(none_found) none_found
        from alike, lateral (values ${groupings}) g(grouping, key, is_counted)
        where g.key is not null and g.is_counted group by 1, 2, 3, 4),
      group_days as (
        insert into usage_group_day as u (day, kind, grouping, key, count, none_found) select * from by_group
        on conflict (kind, grouping, day, key) do update
          set count = u.count + excluded.count, none_found = u.none_found + excluded.none_found),
      groups as (
        insert into usage_group as u (kind, grouping, key, ${groupColumns((name) => name)})
        select kind, grouping, key, ${groupColumns((_name, days, counted) => sumAfter(days, counted))}
        from by_group, spans where ${isRanked} group by 1, 2, 3
        on conflict (kind, grouping, key) do update
          set ${groupColumns((name) => `${name} = u.${name} + excluded.${name}`)})
      select count(*) count from taken`.execute(transaction)
    return rows[0]?.count ?? 0
  })
}

/**
 * What events that are alike add to. A film that was played counts once, at its start; how much was reached
 * is apart.
 */
const groupings = sql.raw(`
  ('total', '', reached = 0),
  ('hour', to_char(hour, 'YYYY-MM-DD"T"HH24:00"Z"'), reached = 0),
  (actor_kind, actor_kind || '_' || actor_id, reached = 0),
  ('site', site, reached = 0),
  ('words', words, reached = 0),
  ('reached', reached::text, true)`)

/** Of groups, those that are read by how often they were; days and hours are read in their own order. */
export const isRanked = sql`grouping not in ('total', 'hour')`

/** Brings the last so many days to today: what is out of them by now leaves their counts. */
async function slideSpans(transaction: Database): Promise<void> {
  const today = sql`(now() at time zone 'UTC')::date`
  await leaveSpans(
    transaction,
    (counts) => sql`
    select s.days, d.* from usage_span s join ${counts} d on d.day > s.after and d.day <= ${today} - s.days
    where s.days > 0 and s.after < ${today} - s.days`,
  )
  await sql`update usage_span set after = ${today} - days where days > 0 and after < ${today} - days`.execute(
    transaction,
  )
}

/**
 * Takes days out of the counts of their spans.
 * @param rowsOf the rows that leave, of a table of counts by day, each with the `days` of a span
 */
export async function leaveSpans(
  transaction: Database,
  rowsOf: (counts: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  const isSameEntity = sql`(u.resource, u.entity_id, u.kind) = (l.resource, l.entity_id, l.kind)`
  await sql`
    with leaving as materialized (
      select resource, entity_id, kind, ${columns((name, days) => `${sumOf(days)} ${name}`)}
      from (${rowsOf(sql`usage_entity_day`)}) d group by 1, 2, 3),
    gone as (delete from usage_entity u using leaving l where ${isSameEntity} and u.total <= l.total)
    update usage_entity u set ${columns((name) => `${name} = u.${name} - l.${name}`)}
    from leaving l where ${isSameEntity} and u.total > l.total`.execute(transaction)
  const isSameGroup = sql`(u.kind, u.grouping, u.key) = (l.kind, l.grouping, l.key)`
  await sql`
    with leaving as materialized (
      select kind, grouping, key, ${groupColumns((name, days, counted) => `${sumOf(days, counted)} ${name}`)}
      from (${rowsOf(sql`usage_group_day`)}) d where ${isRanked} group by 1, 2, 3),
    gone as (delete from usage_group u using leaving l where ${isSameGroup} and u.total <= l.total)
    update usage_group u set ${groupColumns((name) => `${name} = u.${name} - l.${name}`)}
    from leaving l where ${isSameGroup} and u.total > l.total`.execute(transaction)
}
