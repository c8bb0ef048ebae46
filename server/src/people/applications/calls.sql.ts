import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** How often an application made a call on a day (UTC), since it was counted last. */
export interface CallCount {
  readonly applicationId: number
  readonly day: string
  readonly call: string
  readonly count: number
  /** Of which were answered with an error; `refused`: as one too many. */
  readonly failures: number
  readonly refused: number
  readonly lastAt: Date
}

/** How long counts are kept, days with today. */
export const keptDays = 30

/** Adds to the counts. Those of an application that is gone are left out. */
export async function addCalls(database: Database, counts: readonly CallCount[]): Promise<void> {
  if (counts.length === 0) return
  const rows = JSON.stringify(
    // In one order, so that two servers never wait for each other.
    counts.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
  )
  await sql`
    insert into application_call_day as c (application_id, day, call, count, failures, refused, last_at)
    select n."applicationId", n.day, n.call, n.count, n.failures, n.refused, n."lastAt"
    from jsonb_to_recordset(${rows}::jsonb)
      n("applicationId" bigint, day date, call text, count bigint, failures bigint, refused bigint, "lastAt" timestamptz)
      join entity e on e.resource = 'application' and e.id = n."applicationId"
    on conflict (application_id, day, call) do update set count = c.count + excluded.count,
      failures = c.failures + excluded.failures, refused = c.refused + excluded.refused,
      last_at = greatest(c.last_at, excluded.last_at)`.execute(database)
}

const keyOf = ({ applicationId, day, call }: CallCount): string => `${applicationId} ${day} ${call}`

/** How many calls of a day count against the quota of each of these applications. */
export async function selectCallsToday(
  database: Database,
  applicationIds: readonly number[],
  day: string,
): Promise<Map<number, number>> {
  if (applicationIds.length === 0) return new Map()
  const { rows } = await sql<{ application_id: number; count: number }>`
    select application_id, sum(count - refused)::bigint count from application_call_day
    where application_id = any(${[...applicationIds]}::bigint[]) and day = ${day}::date group by application_id
  `.execute(database)
  return new Map(rows.map(({ application_id, count }) => [application_id, count]))
}

/** Notes that keys were used on a day. */
export async function updateLastUsed(
  database: Database,
  keyIds: readonly number[],
  day: string,
): Promise<void> {
  if (keyIds.length === 0) return
  await sql`
    update application_key set last_used_on = ${day}::date
    where id = any(${[...keyIds]}::bigint[]) and (last_used_on is null or last_used_on < ${day}::date)
  `.execute(database)
}

/** What an application called on the last 30 days with today (UTC), by day and call. */
export interface CallDay {
  readonly day: string
  readonly call: string
  readonly count: number
  readonly failures: number
  readonly refused: number
  readonly last_at: Date
}

/** The counts of an application, the earliest day first. */
export async function selectCallDays(database: Database, applicationId: number): Promise<CallDay[]> {
  const { rows } = await sql<CallDay>`
    select to_char(day, 'YYYY-MM-DD') as day, call, count, failures, refused, last_at from application_call_day
    where application_id = ${applicationId} and day > (now() at time zone 'UTC')::date - ${keptDays}::int order by application_call_day.day, call
  `.execute(database)
  return rows
}

/** Forgets the counts of days that are no longer shown. */
export async function deleteOldCalls(database: Database): Promise<void> {
  await sql`delete from application_call_day where day <= (now() at time zone 'UTC')::date - ${keptDays}::int`.execute(
    database,
  )
}
