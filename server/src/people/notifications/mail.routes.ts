import { ApiError, type OutboxMail } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { withTransaction } from '../../ground/database/database.ts'
import type { Routes } from '../../access/handler.ts'
import {
  countMails,
  deleteMailRow,
  selectMails,
  updateToWaiting,
  type StoredMail,
} from '../../ground/mail/mail.sql.ts'
import { addMailJob } from '../../ground/mail/send-mail.ts'

const defaultMax = 50

/** The outbox, for administrators. */
export const mailRoutes: Routes<'findMails' | 'resendMail' | 'deleteMail'> = {
  findMails: async ({ database, settings, identity }, { status, text = '', max = defaultMax, before }) => {
    requireAction(identity, 'mail', 'view')
    const [rows, counts] = await Promise.all([
      selectMails(database, { status, text, before, max: max + 1 }),
      countMails(database),
    ])
    const mails = rows.slice(0, max).map(toMail)
    return {
      mails,
      next: rows.length > max ? (mails.at(-1)?.id ?? null) : null,
      counts,
      hasServer: settings.smtpUrl !== undefined,
    }
  },
  resendMail,
  deleteMail: async ({ database, identity }, { id }) => {
    requireAction(identity, 'mail', 'delete')
    if (!(await deleteMailRow(database, id))) throw new ApiError('mail_not_found', { id })
    return { id, deleted: true }
  },
}

/** @throws mail_not_found also where it was sent already, mail_server_missing */
async function resendMail(context: Context, { id }: { readonly id: number }): Promise<OutboxMail> {
  requireAction(context.identity, 'mail', 'update')
  if (context.settings.smtpUrl === undefined) throw new ApiError('mail_server_missing')
  return withTransaction(context.database, async (transaction) => {
    const mail = await updateToWaiting(transaction, id)
    if (!mail) throw new ApiError('mail_not_found', { id })
    await addMailJob(context, transaction, id)
    return toMail(mail)
  })
}

function toMail(row: StoredMail): OutboxMail {
  return {
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.text_body,
    html: row.html_body,
    status: row.status,
    attempts: row.attempts,
    reason: row.reason,
    createdAt: row.created_at.toISOString(),
    triedAt: row.tried_at?.toISOString() ?? null,
    sentAt: row.sent_at?.toISOString() ?? null,
  }
}
