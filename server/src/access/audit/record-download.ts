import type { Context } from '../context.ts'
import { hasRecentEntry } from './audit.sql.ts'
import { recordAudit, type AuditEvent } from './record-audit.ts'

/**
 * A player requests a film in hundreds of ranges, and a reload requests a file again: that counts as one
 * download.
 */
const sameDownloadMinutes = 10

/**
 * Adds the download of a file to the audit log, once per actor and file within ten minutes.
 * @source decision 0070
 */
export async function recordDownload(
  context: Context,
  target: NonNullable<AuditEvent['target']>,
  rendition: string,
): Promise<void> {
  const kind = `${target.resource}.downloaded`
  const { identity, database } = context
  const id = Number(target.id)
  if (id > 0) context.usage.note(context, { kind: 'download', resource: target.resource.toLowerCase(), id })
  const actorId = 'id' in identity ? identity.id : null
  const isRecorded = await hasRecentEntry(
    database,
    { kind, resource: target.resource, id: target.id, actorId },
    sameDownloadMinutes,
  )
  if (!isRecorded) await recordAudit(context, database, { kind, target, after: { rendition } })
}
