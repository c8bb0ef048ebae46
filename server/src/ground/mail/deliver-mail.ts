import type { Services } from '../services.ts'
import { beginAttempt, updateMail, type StoredMail } from './mail.sql.ts'

/** With the waits between them, from seconds to hours, some four days. */
const maxAttempts = 25

/** How long a mail server may stay silent. An address may say otherwise: `smtp://host?socketTimeout=5000`. */
const patience = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 60_000,
  dnsTimeout: 10_000,
}

/**
 * Sends one mail of the outbox; nothing where it was sent, or given up, before. What may pass (no connection,
 * a busy server, a refused sign-in) is thrown to be tried again; what the server refuses for good is written
 * down. Killed in between, the mail may go twice, under one Message-ID.
 * @throws Error with the reason, to be tried again
 */
export async function deliverMail(services: Services, id: number): Promise<void> {
  const { database, settings } = services
  const mail = await beginAttempt(database, id)
  if (!mail) return
  if (settings.smtpUrl === undefined) return updateMail(database, id, 'kept', mail.reason)
  try {
    await post(settings.smtpUrl, settings.mailFrom ?? '', mail)
  } catch (error) {
    const reason = reasonOf(error, settings.smtpUrl)
    const isFinal = isRefused(error) || mail.attempts >= maxAttempts
    await updateMail(database, id, isFinal ? 'failed' : 'waiting', reason)
    if (!isFinal) throw new Error(`The mail ${id} could not be sent: ${reason}`, { cause: error })
    return services.log.warn({ mail: id, reason }, 'A mail was given up')
  }
  await updateMail(database, id, 'sent', null)
}

async function post(url: string, from: string, mail: StoredMail): Promise<void> {
  const domain = /@([\w.-]+)>?$/.exec(from)?.[1] ?? 'cartouche.invalid'
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...withoutThoseOf(url),
  })
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: mail.recipient },
      subject: mail.subject,
      text: mail.text_body,
      ...(mail.html_body === null ? {} : { html: mail.html_body }),
      messageId: `<cartouche.${mail.id}.${mail.created_at.getTime()}@${domain}>`,
      date: mail.created_at,
      // Nobody's out-of-office answers a machine.
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    })
  } finally {
    transport.close()
  }
}

/** What the address says itself goes before. */
function withoutThoseOf(url: string): Partial<typeof patience> {
  const said = new URL(url).searchParams
  return Object.fromEntries(Object.entries(patience).filter(([name]) => !said.has(name)))
}

/**
 * A refusal of this mail for good. A refused sign-in is none: somebody mends the settings, and the mail goes.
 */
function isRefused(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode === undefined || responseCode >= 500)
}

/** Why, without the password of the server. */
function reasonOf(error: unknown, url: string): string {
  const { password } = new URL(url)
  const text = (error instanceof Error ? error.message : String(error)).slice(0, 1000)
  return password === '' ? text : text.replaceAll(decodeURIComponent(password), '…').replaceAll(password, '…')
}
