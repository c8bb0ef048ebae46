import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '../../ground/services.ts'
import type { StoredShare } from './shares.sql.ts'

const hourMs = 3_600_000
const lifetimeHours = 24

/**
 * A proof for addresses that take no header: that its bearer may open this share. It is good for 23 to 24
 * hours, until the share ends or its password changes. The same all through an hour, so that pictures stay in
 * the browser's cache.
 */
export async function createTicket(
  { database, shareCaches }: Pick<Services, 'database' | 'shareCaches'>,
  share: StoredShare,
  now = Date.now(),
): Promise<string> {
  const goodUntil = (Math.floor(now / hourMs) + lifetimeHours) * hourMs
  return `${share.id}.${goodUntil}.${sign(await shareCaches.ticketKey(database), share, goodUntil)}`
}

/** The share that a ticket is for; whether the ticket is good is still to be asked. */
export function shareIdOf(ticket: string): string {
  return ticket.slice(0, Math.max(0, ticket.indexOf('.')))
}

/** Whether a ticket is good for a share. */
export async function isTicketGood(
  { database, shareCaches }: Pick<Services, 'database' | 'shareCaches'>,
  ticket: string,
  share: StoredShare,
  now = Date.now(),
): Promise<boolean> {
  const [id, until = '', signature = ''] = ticket.split('.')
  const goodUntil = /^\d{1,15}$/.test(until) ? Number(until) : 0
  if (id !== share.id || goodUntil <= now) return false
  const expected = Buffer.from(sign(await shareCaches.ticketKey(database), share, goodUntil))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function sign(key: Buffer, share: StoredShare, goodUntil: number): string {
  // The hash of the password stands for its version: with another password, what was given out before is
  // void.
  return createHmac('sha256', key)
    .update(JSON.stringify(['ticket', share.id, goodUntil, share.password_hash]))
    .digest('base64url')
}
