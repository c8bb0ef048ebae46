import { z } from 'zod'
import type { Services } from '../services.ts'
import type { Database } from '../database/database.ts'
import { jobPriority } from '../jobs/task.ts'
import { insertMail } from './mail.sql.ts'

/** A mail to one person. `text` is what it says; `html` the same with a look. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}

/** Longer than any address that a mail server takes. */
const longestAddress = 254

/**
 * Puts a mail into the outbox in the transaction of `database`: it exists when that is committed, and never
 * otherwise. With a mail server set, a job sends it; without, it stays for the administrator to read. What is
 * no address is kept as failed, with that reason: whoever writes to many must not fail for one.
 * @source decision 0026
 */
export async function sendMail(services: Services, database: Database, mail: Mail): Promise<void> {
  if (!isMailAddress(mail.to))
    return void (await insertMail(database, {
      ...mail,
      status: 'failed',
      reason: 'This is not an e-mail address',
    }))
  const status = services.settings.smtpUrl === undefined ? 'kept' : 'waiting'
  const id = await insertMail(database, {
    ...mail,
    subject: mail.subject.replaceAll(/\s+/g, ' ').trim(),
    status,
    reason: null,
  })
  if (status === 'waiting') await addMailJob(services, database, id)
}

/** Puts the job that sends a mail of the outbox into the queue. */
export async function addMailJob(
  services: Pick<Services, 'addJob'>,
  database: Database,
  id: number,
): Promise<void> {
  await services.addJob(database, 'send-mail', { id }, { key: `mail/${id}`, priority: jobPriority.mail })
}

/** Whether this can be an e-mail address. */
export function isMailAddress(text: string): boolean {
  return text.length <= longestAddress && z.email().safeParse(text).success
}
