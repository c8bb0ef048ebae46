import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** Of what is left, a server takes this part at once, one at least. */
const partTaken = 32

/**
 * Takes some of what a subject may do in a minute (since 1970), which no other server gets then.
 * @returns how many; 0 where nothing is left
 */
export async function takeFromMinute(
  database: Database,
  subject: string,
  minute: number,
  most: number,
): Promise<number> {
  const before = sql`(case when c.minute >= excluded.minute then c.taken else 0 end)`
  const lotAfter = (taken: typeof before) =>
    sql`greatest(0, ceil((${most}::int - ${taken}) / ${partTaken}::numeric))::int`
  // A server whose clock is late counts in the minute of the others.
  const { rows } = await sql<{ granted: number }>`
    insert into minute_count as c (subject, minute, taken, granted)
    values (${subject}, ${minute}::bigint, ${lotAfter(sql`0`)}, ${lotAfter(sql`0`)})
    on conflict (subject) do update set minute = greatest(c.minute, excluded.minute),
      taken = ${before} + ${lotAfter(before)}, granted = ${lotAfter(before)}
    returning granted`.execute(database)
  return rows[0]?.granted ?? 0
}

/** Forgets minutes that are over. */
export async function deleteOldMinutes(database: Database): Promise<void> {
  await sql`delete from minute_count where minute < floor(extract(epoch from now()) / 60) - 60`.execute(
    database,
  )
}
