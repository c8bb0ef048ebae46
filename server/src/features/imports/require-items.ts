import { ApiError, type ImportItem } from '@cartouche/contract'
import { sql, type SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { compileImportScope } from '../../access/import-scope.ts'
import { selectItems, type ItemRow } from './imports.sql.ts'
import { readItems } from './read-items.ts'

/**
 * Items that the user may take an action on, in order of upload.
 * @throws entity_not_found where one is missing
 */
export async function requireItems(
  context: Context,
  ids: readonly number[],
  action: 'view' | 'update' | 'delete',
): Promise<ItemRow[]> {
  const scope = compileImportScope(requireAction(context.identity, 'massimportitem', action))
  const items = await selectItems(
    context.database,
    sql<SqlBool>`i.id = any(${[...ids]}::bigint[]) and ${scope}`,
  )
  const known = new Set(items.map((item) => item.id))
  const missing = ids.find((id) => !known.has(id))
  if (missing !== undefined)
    throw new ApiError('entity_not_found', { resource: 'massimportitem', id: missing })
  return items
}

/** Items as they travel after something was done with them. @throws entity_not_found */
export async function answerItems(context: Context, ids: readonly number[]): Promise<ImportItem[]> {
  const items = await requireItems(context, ids, 'view')
  return readItems(context, items)
}
