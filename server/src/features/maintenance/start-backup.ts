import { ApiError, type CallAnswer, type Calls, type ErrorCode } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { readStanding } from '../../ground/maintenance/read-standing.ts'
import type { RunKind } from '../../ground/maintenance/runs.sql.ts'
import { runTask } from '../../ground/maintenance/run-task.ts'

/**
 * Has a server that works on jobs make a backup now. Where one waits already, it is that one.
 * @throws sign_in_needed, access_denied, backups_not_set_up, backup_under_way
 * @source decision 0228
 */
export async function startBackup(context: Context): Promise<CallAnswer<Calls['startBackup']>> {
  return startRun(context, 'backup', 'backup_under_way')
}

/**
 * Has the newest backup checked by restoring it.
 * @throws sign_in_needed, access_denied, backups_not_set_up, check_under_way
 * @source decision 0228
 */
export async function startBackupCheck(context: Context): Promise<CallAnswer<Calls['startBackupCheck']>> {
  return startRun(context, 'check', 'check_under_way')
}

async function startRun(
  { database, identity, settings, addJob }: Context,
  kind: RunKind,
  underWay: ErrorCode,
): Promise<Record<string, never>> {
  requireAction(identity, 'system', 'update')
  if (!settings.backup) throw new ApiError('backups_not_set_up')
  const { standing } = await readStanding(database, settings)
  if (standing[kind].running) throw new ApiError(underWay)
  await addJob(database, runTask[kind], {}, { key: `asked:${runTask[kind]}` })
  return {}
}
