import type { Context } from '../access/context.ts'
import { hasRecentEntry } from './audit.sql.ts'
import { recordAudit, type AuditEvent } from './record-audit.ts'

/** A player takes a film in hundreds of pieces, and a reload takes a file again: that is one download. */
const sameDownloadMinutes = 10

/** Tells the audit log of a file that somebody took, once for the same person and file within ten minutes. @source decision 0070 */
export async function recordDownload(context: Context, target: NonNullable<AuditEvent['target']>, rendition: string): Promise<void> {
  const kind = `${target.resource}.downloaded`
  const { identity, database } = context
  const actorId = 'id' in identity ? identity.id : null
  const isTold = await hasRecentEntry(database, { kind, resource: target.resource, id: target.id, actorId }, sameDownloadMinutes)
  if (!isTold) await recordAudit(context, database, { kind, target, after: { rendition } })
}
