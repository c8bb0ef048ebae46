import type { Context } from '../../access/context.ts'
import type { Database } from '../../ground/database/database.ts'
import type { TypeOptions } from './change-item-types.ts'
import { selectItemIds } from './imports.sql.ts'
import { openItemsOf, startCommand } from './start-command.ts'

/**
 * Has items of a job become something else: those named, or all that are no assets yet.
 * @returns the command's id
 * @throws import_item_closed
 */
export async function startTypeChange(
  context: Context,
  transaction: Database,
  jobId: number,
  { resource, ids }: TypeOptions & { readonly ids?: readonly number[] | undefined },
): Promise<string> {
  const options: TypeOptions = { resource }
  const itemIds = ids ?? (await selectItemIds(transaction, openItemsOf(jobId)))
  return startCommand(context, transaction, { jobId, kind: 'type', options }, itemIds)
}
