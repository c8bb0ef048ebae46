import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/**
 * `kept`: no mail server is set; `waiting`: it will be tried, or tried again; `failed`: for good, unless
 * somebody sends it again.
 */
export type MailStatus = 'kept' | 'waiting' | 'sent' | 'failed'

/** A mail of the outbox. */
export interface StoredMail {
  readonly id: number
  readonly recipient: string
  readonly subject: string
  readonly text_body: string
  readonly html_body: string | null
  readonly status: MailStatus
  readonly attempts: number
  readonly reason: string | null
  readonly created_at: Date
  readonly tried_at: Date | null
  readonly sent_at: Date | null
}

/** Puts a mail into the outbox; its id. */
export async function insertMail(
  database: Database,
  mail: {
    readonly to: string
    readonly subject: string
    readonly text: string
    readonly html?: string
    readonly status: MailStatus
    readonly reason: string | null
  },
): Promise<number> {
  const { id } = await database
    .insertInto('mail')
    .values({
      recipient: mail.to,
      subject: mail.subject,
      text_body: mail.text,
      html_body: mail.html ?? null,
      status: mail.status,
      reason: mail.reason,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Counts an attempt and gives the mail to send; undefined where it is not waiting (any more). */
export async function beginAttempt(database: Database, id: number): Promise<StoredMail | undefined> {
  return database
    .updateTable('mail')
    .set({ attempts: sql`attempts + 1`, tried_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returningAll()
    .executeTakeFirst()
}

/** Writes down what became of an attempt. */
export async function updateMail(
  database: Database,
  id: number,
  status: MailStatus,
  reason: string | null,
): Promise<void> {
  await database
    .updateTable('mail')
    .set({ status, reason, ...(status === 'sent' ? { sent_at: sql`now()` } : {}) })
    .where('id', '=', id)
    .execute()
}

/**
 * Mails of the outbox, newest first: of one status or any, whose recipient or subject holds a text, before
 * the one named.
 */
export async function selectMails(
  database: Database,
  {
    status,
    text,
    before,
    max,
  }: {
    readonly status: MailStatus | undefined
    readonly text: string
    readonly before: number | undefined
    readonly max: number
  },
): Promise<StoredMail[]> {
  return database
    .selectFrom('mail')
    .selectAll()
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'kept'))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(text !== '', (query) =>
      query.where(sql<boolean>`strpos(lower(recipient || ' ' || subject), ${text.toLowerCase()}) > 0`),
    )
    .orderBy('id', 'desc')
    .limit(max)
    .execute()
}

/** How many mails there are of each status. */
export async function countMails(database: Database): Promise<Record<MailStatus, number>> {
  const { rows } = await sql<{
    status: MailStatus
    count: number
  }>`select status, count(*)::int count from mail group by status`.execute(database)
  return {
    kept: 0,
    waiting: 0,
    sent: 0,
    failed: 0,
    ...Object.fromEntries(rows.map(({ status, count }) => [status, count])),
  }
}

/** Lets a mail wait again that did not leave; undefined where there is none. */
export async function updateToWaiting(database: Database, id: number): Promise<StoredMail | undefined> {
  return database
    .updateTable('mail')
    .set({ status: 'waiting', attempts: 0 })
    .where('id', '=', id)
    .where('status', '!=', 'sent')
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a mail; false where there is none. */
export async function deleteMailRow(database: Database, id: number): Promise<boolean> {
  return (await database.deleteFrom('mail').where('id', '=', id).returning('id').execute()).length > 0
}

/** Forgets what was sent a month ago: links and names of people are in it. What did not leave stays. */
export async function deleteOldMail(database: Database): Promise<void> {
  await sql`delete from mail where status = 'sent' and sent_at < now() - interval '30 days'`.execute(database)
}
