import { ApiError, type CallInput, type Calls, type ShareVisit } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireSharing } from './require-sharing.ts'
import { hasShare } from './shares.sql.ts'
import { selectVisits } from '../../access/audit/visits.sql.ts'

const defaultMax = 50

/**
 * Who opened what of a share, newest first, for whoever may share its cart; also of a share that ended.
 * @throws cart_not_found, share_not_found, sign_in_needed, access_denied
 */
export async function findShareVisits(
  context: Context,
  { id, shareId, before, max = defaultMax }: CallInput<Calls['findShareVisits']>,
): Promise<{ visits: ShareVisit[]; next: number | null }> {
  await requireSharing(context, id)
  if (!(await hasShare(context.database, id, shareId))) throw new ApiError('share_not_found')
  const rows = await selectVisits(context.database, shareId, before, max + 1)
  const visits = rows
    .slice(0, max)
    .map((row): ShareVisit => ({
      id: row.id,
      at: row.at.toISOString(),
      kind: row.kind,
      address: row.address,
      agent: row.agent,
      visitor: row.visitor_name === null ? null : { name: row.visitor_name, email: row.visitor_email ?? '' },
      item:
        row.resource === null || row.entity_id === null
          ? null
          : { type: row.resource, id: row.entity_id, name: row.name ?? '' },
    }))
  return { visits, next: rows.length > max ? (visits.at(-1)?.id ?? null) : null }
}
