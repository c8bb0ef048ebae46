import type { Database } from '../../ground/database/database.ts'
import { lockUploads, updateUploadJob } from '../shares/share-uploads.sql.ts'
import type { StoredShare } from '../shares/shares.sql.ts'
import { holdJob, insertJob, selectLocale } from './import-jobs.sql.ts'

/**
 * The import that files of visitors of a share arrive in: the one before, or a new one where it was deleted,
 * deactivated, or transferred to somebody else.
 */
export async function findUploadJob(
  transaction: Database,
  { id, name, sharer }: StoredShare,
): Promise<number> {
  const known = await lockUploads(transaction, id)
  const job = known === null ? undefined : await holdJob(transaction, known)
  if (known !== null && job?.is_active && job.owner_id === sharer.id) return known
  const isFrench = (await selectLocale(transaction, sharer)).startsWith('fr')
  // Notifications put it in quotation marks.
  const jobName = isFrench ? `Fichiers de visiteurs : ${name}` : `Files from visitors: ${name}`
  const jobId = await insertJob(transaction, sharer.id, jobName.slice(0, 200))
  await updateUploadJob(transaction, id, jobId)
  return jobId
}
