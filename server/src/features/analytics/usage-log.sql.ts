import { sql } from 'kysely'
import { withTransaction, type Database } from '../../ground/database/database.ts'

/** How often a site showed an entity on a day, `2026-01-31` (UTC). */
export interface SiteCount {
  readonly resource: string
  readonly id: number
  readonly day: string
  readonly site: string
  readonly count: number
}

/** What a log says, and the hash of its file. */
export interface CountedLog {
  readonly counts: readonly SiteCount[]
  readonly lines: number
  readonly sha256: string
}

/** Rows that one statement writes. */
const rowsAtOnce = 10_000

/**
 * Adds what a log says of entities that are there, of the days that are kept; nothing where a log of the same
 * bytes was added before.
 * @returns how many requests were counted
 */
export async function insertSiteCounts(
  database: Database,
  { sha256, lines, counts }: CountedLog,
  fileName: string,
  keptDays: number,
): Promise<{ readonly counted: number; readonly isKnown: boolean }> {
  return withTransaction(database, async (transaction) => {
    const { rows: added } = await sql`
      insert into usage_log (sha256, file_name, lines) values (${Buffer.from(sha256, 'hex')}, ${fileName}, ${lines})
      on conflict do nothing returning sha256`.execute(transaction)
    if (added.length === 0) return { counted: 0, isKnown: true }
    let counted = 0
    for (let first = 0; first < counts.length; first += rowsAtOnce)
      counted += await addCounts(transaction, counts.slice(first, first + rowsAtOnce), keptDays)
    return { counted, isKnown: false }
  })
}

async function addCounts(
  transaction: Database,
  counts: readonly SiteCount[],
  keptDays: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with logged as (
      select t.* from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) t(resource text, id bigint, day date, site text, count bigint)
      join entity e on e.resource = t.resource and e.id = t.id
      where t.day > (now() at time zone 'UTC')::date - ${keptDays}::int and t.day <= (now() at time zone 'UTC')::date + 1),
    added as (
      insert into usage_site_day as u (resource, entity_id, day, site, source, count)
      select resource, id, day, site, 'log', count from logged order by 1, 2, 3, 4
      on conflict (resource, entity_id, day, site, source) do update set count = u.count + excluded.count)
    select coalesce(sum(count), 0)::bigint count from logged`.execute(transaction)
  return rows[0]?.count ?? 0
}
