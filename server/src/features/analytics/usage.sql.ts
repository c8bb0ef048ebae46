import { sql } from 'kysely'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { leaveSpans } from './roll-up.sql.ts'
import type { UsageRow } from './usage-row.ts'

/**
 * Writes events, and those that have to be counted. Written twice, they are there once; of whoever is gone by
 * now nobody is named.
 * @source decision 0170
 */
export async function insertUsage(database: Database, rows: readonly UsageRow[]): Promise<void> {
  await ensureMonths(database, [...new Set(rows.map(({ at }) => at.slice(0, 7)))])
  await sql`
    with reported as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) t(
        at timestamptz, "eventId" uuid, kind text, resource text, id bigint, "actorKind" text, "actorId" bigint, "shareId" text, "embedId" bigint,
        reached int, site text, words text, hits bigint, "isRobot" boolean)),
    known as (
      select resource, id from entity
      where (resource, id) in (select "actorKind", "actorId" from reported) order by resource, id for key share),
    inserted as (
      insert into usage_event (at, event_id, kind, resource, entity_id, actor_kind, actor_id, share_id, embed_id, reached, site, words, hits, is_robot)
      select t.at, t."eventId", t.kind, t.resource, t.id, t."actorKind", k.id, t."shareId", t."embedId", t.reached, t.site, t.words, t.hits, t."isRobot"
      from reported t left join known k on k.resource = t."actorKind" and k.id = t."actorId"
      on conflict do nothing returning *)
    insert into usage_uncounted (at, kind, resource, entity_id, actor_kind, actor_id, embed_id, reached, site, words, hits)
    select at, kind, resource, entity_id, actor_kind, actor_id, embed_id, reached, site, words, hits from inserted
    where not is_robot`.execute(database)
}

/** Makes the tables of these months, `2026-01`, where they are missing. */
export async function ensureMonths(database: Database, months: readonly string[]): Promise<void> {
  for (const month of months)
    await sql`select ensure_usage_month(${`${month}-01`}::date)
      where to_regclass(${`usage_event_${month.replace('-', '')}`}) is null`.execute(database)
}

/** Forgets what is older than so many days, 0: all; events by whole months, counts day by day. */
export async function deleteOldUsage(database: Database, keptDays: number): Promise<void> {
  await sql`select drop_usage_months(now() - ${keptDays} * interval '1 day')`.execute(database)
  const isOld = sql`day < (now() at time zone 'UTC')::date - ${keptDays}::int or ${keptDays} = 0`
  await withTransaction(database, async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('roll_up_usage'))`.execute(transaction)
    if (keptDays === 0) await sql`truncate usage_uncounted`.execute(transaction)
    await leaveSpans(
      transaction,
      (counts) =>
        sql`select s.days, d.* from ${counts} d join usage_span s on d.day > s.after where ${isOld}`,
    )
    for (const table of ['usage_entity_day', 'usage_group_day', 'usage_site_day', 'usage_embed_day'])
      await sql`delete from ${sql.table(table)} where ${isOld}`.execute(transaction)
  })
}
