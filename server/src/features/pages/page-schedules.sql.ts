import { scheduledActions, type ScheduledAction } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import type { AccountKey } from '../../people/session/credentials.sql.ts'

/** What is to happen to a page, and who set it. */
export interface StoredSchedule {
  readonly page: number
  readonly action: ScheduledAction
  readonly dueAt: Date
  readonly author: AccountKey
  /** Empty where the account is gone. */
  readonly authorName: string
  /** The code of the error for which it did not happen. */
  readonly failure: string | null
}

/** Names a schedule: there is one of each action for a page. */
export type ScheduleKey = Pick<StoredSchedule, 'page' | 'action'>

const columns = sql`s.page_id page, s.action, s.due_at "dueAt", jsonb_build_object('kind', s.author_resource, 'id', s.author_id) author,
  coalesce((select a.props ->> 'name' from entity a where a.resource = s.author_resource and a.id = s.author_id), '') "authorName", s.failure`

/** Whether a workflow action is one that can be scheduled. */
export function isScheduledAction(action: string): action is ScheduledAction {
  return scheduledActions.some((one) => one === action)
}

/** All schedules, the next first; a thousand at most. Whoever calls decides whose pages are shown. */
export async function selectSchedules(database: Database): Promise<StoredSchedule[]> {
  const { rows } = await sql<StoredSchedule>`
    select ${columns} from page_schedule s order by s.due_at, s.page_id, s.action limit 1000
  `.execute(database)
  return rows
}

/** One schedule; held against other writers where the transaction has its page. */
export async function selectSchedule(
  database: Database,
  { page, action }: ScheduleKey,
): Promise<StoredSchedule | undefined> {
  const { rows } = await sql<StoredSchedule>`
    select ${columns} from page_schedule s where s.page_id = ${page} and s.action = ${action}
  `.execute(database)
  return rows[0]
}

/** Keeps a schedule in the place of the one before; answers it. */
export async function upsertSchedule(
  database: Database,
  { page, action, dueAt, author }: Omit<StoredSchedule, 'authorName' | 'failure'>,
): Promise<StoredSchedule> {
  const {
    rows: [row],
  } = await sql<StoredSchedule>`
    insert into page_schedule as s (page_id, action, due_at, author_resource, author_id)
    values (${page}, ${action}, ${dueAt}, ${author.kind}, ${author.id})
    on conflict (page_id, action) do update set due_at = excluded.due_at, author_resource = excluded.author_resource,
      author_id = excluded.author_id, created_at = now(), failure = null
    returning ${columns}
  `.execute(database)
  if (!row) throw new Error('The schedule was not kept')
  return row
}

/** Takes a schedule away; undefined where there is none. */
export async function deleteSchedule(
  database: Database,
  { page, action }: ScheduleKey,
): Promise<{ readonly dueAt: Date } | undefined> {
  const { rows } = await sql<{ dueAt: Date }>`
    delete from page_schedule where page_id = ${page} and action = ${action} returning due_at "dueAt"
  `.execute(database)
  return rows[0]
}

/** Lets one server at a time do what is due, until the end of the transaction. */
export async function lockDueSchedules(database: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(4217023)`.execute(database)
}

/** What is due first of what did not fail and is not among `but`. */
export async function selectNextDue(
  database: Database,
  but: readonly ScheduleKey[],
): Promise<StoredSchedule | undefined> {
  const { rows } = await sql<StoredSchedule>`
    select ${columns} from page_schedule s where s.failure is null and s.due_at <= now()
      and not exists (select from jsonb_to_recordset(${JSON.stringify(but)}::jsonb) b(page bigint, action text) where b.page = s.page_id and b.action = s.action)
    order by s.due_at, s.page_id, s.action limit 1
  `.execute(database)
  return rows[0]
}

/** Writes why it did not happen; false where it was changed, done or reported meanwhile. */
export async function updateFailure(
  database: Database,
  { page, action, dueAt }: StoredSchedule,
  failure: string,
): Promise<boolean> {
  const { rows } = await sql`
    update page_schedule set failure = ${failure}
    where page_id = ${page} and action = ${action} and due_at = ${dueAt} and failure is null returning page_id
  `.execute(database)
  return rows.length > 0
}
