import { ApiError } from '@cartouche/contract'
import { sql, type SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { compileImportScope } from '../../access/import-scope.ts'
import type { Database } from '../../ground/database/database.ts'
import type { JobRow } from './import-jobs.sql.ts'
import { selectItemIds } from './imports.sql.ts'
import type { MoveOptions } from './move-items.ts'
import { requireHeld, startCommand } from './start-command.ts'

/**
 * Moves items of imports that the user may change.
 * @param job the import whose command it is
 * @returns the command's id
 * @throws entity_not_found, import_item_closed
 */
export async function startMove(
  context: Context,
  transaction: Database,
  job: Pick<JobRow, 'id'>,
  target: Pick<JobRow, 'id'>,
  ids: readonly number[],
): Promise<string> {
  const scope = compileImportScope(requireAction(context.identity, 'massimportitem', 'update'))
  const own = await selectItemIds(transaction, sql<SqlBool>`i.id = any(${[...ids]}::bigint[]) and ${scope}`)
  const known = new Set(own)
  const missing = ids.find((id) => !known.has(id))
  if (missing !== undefined)
    throw new ApiError('entity_not_found', { resource: 'massimportitem', id: missing })
  await requireHeld(transaction, target.id)
  const options: MoveOptions = { job: target.id }
  return startCommand(context, transaction, { jobId: job.id, kind: 'move', options }, ids)
}
