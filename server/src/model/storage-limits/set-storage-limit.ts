import type { StorageLimit } from '@cartouche/contract'
import { recordAudit } from '../../access/audit/record-audit.ts'
import type { Context } from '../../access/context.ts'
import { selectStorageLimit, upsertStorageLimit, type LimitHolder } from './storage-limits.sql.ts'

/** Gives a person or a role another limit, and writes it to the audit log; in a transaction. */
export async function setStorageLimit(
  context: Context,
  { name, ...holder }: LimitHolder & { readonly name: string },
  limit: StorageLimit,
): Promise<void> {
  const { database } = context
  const before = await selectStorageLimit(database, holder)
  if (before.sizeBytes === limit.sizeBytes && before.files === limit.files) return
  await upsertStorageLimit(database, holder, limit)
  await recordAudit(context, database, {
    kind: `${holder.resource}.storageLimit`,
    target: { ...holder, name },
    before: { ...before },
    after: { ...limit },
  })
}
