import type { AuditEntry, CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../context.ts'
import { requireAction } from '../decide.ts'
import { selectAudit, selectAuditKinds, type AuditRow } from './audit.sql.ts'

/** A page of the audit log, the last first. @throws sign_in_needed, access_denied */
export async function findAudit(
  { database, identity, settings }: Context,
  { max, ...search }: CallInput<Calls['findAudit']>,
): Promise<CallAnswer<Calls['findAudit']>> {
  requireAction(identity, 'audit', 'view')
  const rows = await selectAudit(database, search, max + 1)
  const entries = rows.slice(0, max).map(toEntry)
  return {
    entries,
    before: rows.length > max ? (entries.at(-1)?.id ?? null) : null,
    keptDays: settings.auditDays,
    ...(search.before === undefined ? { kinds: await selectAuditKinds(database) } : {}),
  }
}

function toEntry({
  id,
  at,
  actor_kind,
  actor_id,
  actor_name,
  kind,
  target_resource,
  target_id,
  target_name,
  before,
  after,
  network,
}: AuditRow): AuditEntry {
  return {
    id,
    at: at.toISOString(),
    actor: { kind: actor_kind, id: actor_id, name: actor_name },
    kind,
    target:
      target_resource === null || target_id === null
        ? null
        : { resource: target_resource, id: target_id, name: target_name },
    before,
    after,
    network,
  }
}
