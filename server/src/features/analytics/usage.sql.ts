import { sql } from 'kysely'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import type { UsageRow } from './usage-row.ts'

/**
 * Writes events, and which hours have to be counted again. Written twice, they are there once; of whoever is
 * gone by now nobody is named. The lock on the hours lasts until the events are there for all to see: a
 * roll-up either sees them, or leaves the hour to the next.
 * @source decision 0159
 */
export async function insertUsage(database: Database, rows: readonly UsageRow[]): Promise<void> {
  await ensureMonths(database, [...new Set(rows.map(({ at }) => at.slice(0, 7)))])
  await sql`
    with told as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) t(
        at timestamptz, "eventId" uuid, kind text, resource text, id bigint, "actorKind" text, "actorId" bigint, "shareId" text,
        reached int, site text, words text, hits bigint, "isRobot" boolean)),
    known as (
      select resource, id from entity
      where (resource, id) in (select "actorKind", "actorId" from told) order by resource, id for key share),
    inserted as (
      insert into usage_event (at, event_id, kind, resource, entity_id, actor_kind, actor_id, share_id, reached, site, words, hits, is_robot)
      select t.at, t."eventId", t.kind, t.resource, t.id, t."actorKind", k.id, t."shareId", t.reached, t.site, t.words, t.hits, t."isRobot"
      from told t left join known k on k.resource = t."actorKind" and k.id = t."actorId"
      on conflict do nothing)
    insert into usage_pending_hour select distinct date_trunc('hour', at, 'UTC') from told order by 1
    on conflict (hour) do update set hour = excluded.hour`.execute(database)
}

/** Makes the tables of these months, `2026-01`, where they are missing. */
export async function ensureMonths(database: Database, months: readonly string[]): Promise<void> {
  for (const month of months)
    await sql`select ensure_usage_month(${`${month}-01`}::date)
      where to_regclass(${`usage_event_${month.replace('-', '')}`}) is null`.execute(database)
}

/** Hours that one transaction counts. */
const hoursAtOnce = 6

/**
 * Counts some of the hours that changed, and their days, from the events again: it may be cut short and run
 * again at any moment.
 * @returns how many hours there were
 */
export async function rollUpUsage(database: Database): Promise<number> {
  return withTransaction(database, async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('roll_up_usage'))`.execute(transaction)
    // An hour that is being written to is left to the next run.
    const { rows } = await sql<{ hour: Date; day: string }>`
      delete from usage_pending_hour where hour in (
        select hour from usage_pending_hour order by hour limit ${hoursAtOnce} for update skip locked)
      returning hour, (hour at time zone 'UTC')::date::text "day"`.execute(transaction)
    for (const { hour } of rows) await countHour(transaction, hour)
    for (const day of new Set(rows.map((row) => row.day))) await countDay(transaction, day)
    return rows.length
  })
}

/** What events are counted by, in the order of the columns. */
const dimensions = sql.raw(
  'kind, resource, entity_id, actor_kind, actor_id, share_id, reached, site, words, is_robot',
)

async function countHour(transaction: Database, hour: Date): Promise<void> {
  await sql`delete from usage_hour where hour = ${hour}`.execute(transaction)
  await sql`
    insert into usage_hour (hour, ${dimensions}, count, hits, none_found)
    select ${hour}::timestamptz, ${dimensions}, count(*), sum(hits), count(*) filter (where kind = 'search' and hits = 0)
    from usage_event where at >= ${hour} and at < ${hour}::timestamptz + interval '1 hour'
    group by ${dimensions}`.execute(transaction)
}

async function countDay(transaction: Database, day: string): Promise<void> {
  await sql`delete from usage_day where day = ${day}::date`.execute(transaction)
  await sql`
    insert into usage_day (day, ${dimensions}, count, hits, none_found)
    select ${day}::date, ${dimensions}, sum(count), sum(hits), sum(none_found) from usage_hour
    where hour >= ${day}::timestamp at time zone 'UTC' and hour < (${day}::date + 1)::timestamp at time zone 'UTC'
    group by ${dimensions}`.execute(transaction)
}

/** Forgets what is older than so many days: whole months of events, and counts day by day. */
export async function deleteOldUsage(database: Database, keptDays: number): Promise<void> {
  await sql`select drop_usage_months(now() - ${keptDays} * interval '1 day')`.execute(database)
  await sql`delete from usage_hour where hour < now() - ${keptDays} * interval '1 day'`.execute(database)
  for (const table of ['usage_day', 'usage_cdn'])
    await sql`delete from ${sql.table(table)} where day < (now() at time zone 'UTC')::date - ${keptDays}::int`.execute(
      database,
    )
}
