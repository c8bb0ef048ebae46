import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { id, int } from '../parameters.ts'

/**
 * `kept`: no mail server is set; `waiting`: it will be tried, or tried again; `failed`: for good, unless
 * somebody sends it again.
 */
const mailStatuses = ['kept', 'waiting', 'sent', 'failed'] as const

/**
 * A mail of the outbox. `reason`: why the last attempt failed. `html` is what a mail program shows; `text`
 * says the same.
 */
export const OutboxMail = z.object({
  id: z.number(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  status: z.enum(mailStatuses),
  attempts: z.number(),
  reason: z.string().nullable(),
  createdAt: z.string(),
  triedAt: z.string().nullable(),
  sentAt: z.string().nullable(),
})
export type OutboxMail = z.output<typeof OutboxMail>

export const findMails = defineCall({
  name: 'findMails',
  method: 'GET',
  path: '/rest/mail/outbox',
  access: 'mail/view',
  summary: 'The outbox, newest first, for administrators; whether a mail server is set',
  source: 'decision 0026',
  input: z.object({
    status: z.enum(mailStatuses).optional(),
    /** Part of an address or a subject. */
    text: z.string().max(200).optional(),
    max: int.min(1).max(200).optional(),
    /** `next` of the page before. */
    before: int.optional(),
  }),
  answers: z.object({
    mails: z.array(OutboxMail),
    next: z.number().nullable(),
    counts: z.record(z.enum(mailStatuses), z.number()),
    hasServer: z.boolean(),
  }),
  errors: [],
})

export const resendMail = defineCall({
  name: 'resendMail',
  method: 'POST',
  path: '/rest/mail/outbox/{id}/send',
  access: 'mail/update',
  summary: 'Send a mail that did not leave',
  source: 'decision 0026',
  input: z.object({ id }),
  answers: OutboxMail,
  errors: ['mail_not_found', 'mail_server_missing'],
})

export const deleteMail = defineCall({
  name: 'deleteMail',
  method: 'DELETE',
  path: '/rest/mail/outbox/{id}',
  access: 'mail/delete',
  summary: 'Take a mail out of the outbox',
  source: 'decision 0026',
  input: z.object({ id }),
  answers: z.object({ id: z.number(), deleted: z.literal(true) }),
  errors: ['mail_not_found'],
})
