import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** Who said something. */
interface Speaker {
  readonly kind: 'user' | 'application' | null
  readonly id: number | null
  readonly name: string
  readonly session: string | null
  readonly userAgent: string
}

/** Adds messages by their hash; those that are there are counted and were said now. */
export async function upsertLogs(
  database: Database,
  messages: readonly {
    readonly hash: string
    readonly level: number
    readonly message: string
    readonly count: number
  }[],
  speaker: Speaker,
): Promise<void> {
  if (messages.length === 0) return
  await sql`
    insert into client_log (hash, level, message, user_resource, user_id, user_name, session, user_agent, count, first_at, last_at)
    select m.hash, m.level, m.message, ${speaker.kind}::text, ${speaker.id}::bigint, ${speaker.name}, ${speaker.session}::uuid, ${speaker.userAgent}, m.count, now(), date_trunc('milliseconds', now())
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) m(hash text, level int, message text, count int)
    on conflict (hash) do update set count = least(client_log.count::bigint + excluded.count, 2000000000)::int, last_at = excluded.last_at
  `.execute(database)
}

/** Which messages to find. `before`: those that stand after this one in the list. */
export interface LogQuery {
  readonly text: string | undefined
  readonly level: number
  readonly from: string | undefined
  readonly until: string | undefined
  readonly before: { readonly lastAt: Date; readonly id: number } | undefined
  readonly max: number
}

/** A message as it is stored. */
export interface LogRow {
  readonly id: number
  readonly level: number
  readonly message: string
  readonly user_id: number | null
  readonly user_name: string
  readonly session: string | null
  readonly user_agent: string
  readonly count: number
  readonly first_at: Date
  readonly last_at: Date
}

/** Messages, the last first. */
export async function selectLogs(database: Database, query: LogQuery): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select id, level, message, user_id, user_name, session, user_agent, count, first_at, last_at from client_log
    where ${conditionOf(query)} and (${query.before === undefined}::boolean or (last_at, id) < (${query.before?.lastAt ?? null}::timestamptz, ${query.before?.id ?? null}::bigint))
    order by last_at desc, id desc limit ${query.max}`.execute(database)
  return rows
}

/** How many messages a query finds, on all pages. */
export async function countLogs(database: Database, query: LogQuery): Promise<number> {
  const { rows } = await sql<{
    total: number
  }>`select count(*) total from client_log where ${conditionOf(query)}`.execute(database)
  return rows[0]?.total ?? 0
}

function conditionOf({ text, level, from, until }: LogQuery): RawBuilder<SqlBool> {
  const words = text
    ? sql<SqlBool>`message ilike ${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
    : sql<SqlBool>`true`
  return sql<SqlBool>`(${words} and level <= ${level} and (${from ?? null}::timestamptz is null or last_at >= ${from ?? null}::timestamptz) and (${until ?? null}::timestamptz is null or last_at <= ${until ?? null}::timestamptz))`
}

/** How long a message is kept after it was said last, and how many are at most. @source decision 0063 */
export const retentionDays = 30
const maxMessages = 100_000

/** Deletes some of the messages that are too old or too many; answers how many. */
export async function deleteOldLogs(database: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from client_log where id in (
      (select id from client_log where last_at < now() - ${retentionDays} * interval '1 day' limit 1000)
      union (select id from client_log order by last_at desc, id desc offset ${maxMessages} limit 1000))`.execute(
    database,
  )
  return Number(numAffectedRows ?? 0n)
}
