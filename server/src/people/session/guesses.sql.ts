import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** Whom failures are counted for, and how many are free before each further one blocks. */
export interface GuessLimit {
  readonly subject: string
  readonly freeFailures: number
}

/** A block doubles from 1 s with every failure, up to 15 minutes; an hour without a failure forgets them. */
const longestBlockSeconds = 900
const forgottenAfterSeconds = 3600

/**
 * For how many more seconds, rounded up, one of the subjects is blocked; 0 when none is. Where the clock was
 * set back after the failure, a block is as long as it was meant to be at most.
 */
export async function selectBlockSeconds(database: Database, subjects: readonly string[]): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(ceil(extract(epoch from max(least(blocked_until - now(), blocked_until - last_failed_at)))), 0)::int seconds
    from guess where subject = any(${[...subjects]}) and blocked_until > now() and last_failed_at < now() + interval '1 minute'
  `.execute(database)
  return rows[0]?.seconds ?? 0
}

/** Counts one failure for each subject, in one statement; two servers that count at once lose none. */
export async function upsertFailures(database: Database, limits: readonly GuessLimit[]): Promise<void> {
  const subjects = limits.map((limit) => limit.subject)
  const free = limits.map((limit) => limit.freeFailures)
  // In the order of the subjects, so that two statements never wait for each other.
  await sql`
    with wanted as (select * from unnest(${subjects}::text[], ${free}::int[]) w(subject, free) order by subject),
    counted as (
      insert into guess as g (subject, failures, last_failed_at) select subject, 1, now() from wanted order by subject
      on conflict (subject) do update set last_failed_at = now(),
        failures = case when g.last_failed_at < now() - ${forgottenAfterSeconds} * interval '1 second' then 1 else g.failures + 1 end,
        blocked_until = (select now() + least(power(2, least(g.failures - w.free, 20)), ${longestBlockSeconds}) * interval '1 second' from wanted w
          where w.subject = g.subject and g.failures >= w.free and g.last_failed_at >= now() - ${forgottenAfterSeconds} * interval '1 second')
      returning 1
    ) select count(*) from counted
  `.execute(database)
}

/** Forgets the failures of a subject. */
export async function deleteGuess(database: Database, subject: string): Promise<void> {
  await database.deleteFrom('guess').where('subject', '=', subject).execute()
}

/** Removes some of the counts that are a day old, so that nobody can fill the table. */
export async function deleteOldGuesses(database: Database): Promise<void> {
  await sql`delete from guess where subject in (select subject from guess where last_failed_at < now() - interval '1 day' limit 100)`.execute(
    database,
  )
}
