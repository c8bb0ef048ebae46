import { ApiError, type CallAnswer, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { readStanding } from '../../ground/maintenance/read-standing.ts'
import { runTask } from '../../ground/maintenance/run-task.ts'

/**
 * Has a server that works on jobs make a backup now. Where one waits already, it is that one.
 * @throws sign_in_needed, access_denied, backups_not_set_up, backup_under_way
 * @source decision 0228
 */
export async function startBackup({
  database,
  identity,
  settings,
  addJob,
}: Context): Promise<CallAnswer<Calls['startBackup']>> {
  requireAction(identity, 'system', 'update')
  if (!settings.backup) throw new ApiError('backups_not_set_up')
  const { standing } = await readStanding(database, settings)
  if (standing.backup.running) throw new ApiError('backup_under_way')
  await addJob(database, runTask.backup, {}, { key: `asked:${runTask.backup}` })
  return {}
}
