import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** Of what is left, a server takes this part at once, one at least. */
const partTaken = 32
/** How many minutes the clocks of two servers may lie apart. */
const maxLateMinutes = 2

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
  // A server whose clock is late counts in the minute of the others. Minutes that lie further ahead were
  // counted before the clock was set back.
  const minuteNow = sql`(case when c.minute between excluded.minute and excluded.minute + ${maxLateMinutes}::int then c.minute else excluded.minute end)`
  const before = sql`(case when c.minute = ${minuteNow} then c.taken else 0 end)`
  const lotAfter = (taken: typeof before) =>
    sql`greatest(0, ceil((${most}::int - ${taken}) / ${partTaken}::numeric))::int`
  const { rows } = await sql<{ granted: number }>`
    insert into minute_count as c (subject, minute, taken, granted)
    values (${subject}, ${minute}::bigint, ${lotAfter(sql`0`)}, ${lotAfter(sql`0`)})
    on conflict (subject) do update set minute = ${minuteNow},
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
