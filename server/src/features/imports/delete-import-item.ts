import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import { sql, type SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { compileImportScope } from '../../access/import-scope.ts'
import { deleteItem, selectItems } from './imports.sql.ts'

/**
 * Takes an item out of its import; an asset that was made of it stays, and the bytes go when nothing else
 * refers to them.
 * @throws entity_not_found; import_item_not_ready while it is being turned into an asset
 */
export async function deleteImportItem(
  context: Context,
  { ids: [id = 0] }: CallInput<Calls['deleteImportItem']>,
): Promise<CallAnswer<Calls['deleteImportItem']>> {
  const scope = compileImportScope(requireAction(context.identity, 'massimportitem', 'delete'))
  const [item] = await selectItems(context.database, sql<SqlBool>`i.id = ${id} and ${scope}`)
  if (!item) throw new ApiError('entity_not_found', { resource: 'massimportitem', id })
  await withTransaction(context.database, async (transaction) => {
    if (!(await deleteItem(transaction, id)))
      throw new ApiError('import_item_not_ready', { id, reason: 'it is being turned into an asset' })
    await recordAudit(context, transaction, {
      kind: 'massimportitem.deleted',
      target: { resource: 'massimportitem', id, name: item.file_name },
    })
  })
  return { response: { deletedId: id } }
}
