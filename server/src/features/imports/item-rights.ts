import type { EntityRights } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { compileImportScope } from '../../access/import-scope.ts'
import { actionsFor } from './item-actions.ts'
import { isOpen } from './item-outcome.ts'
import { selectJobDecisions } from './import-jobs.sql.ts'
import type { ItemRow } from './imports.sql.ts'

/** What the user may do with an item. */
export type ItemRights = (item: ItemRow) => EntityRights

/** Rights on items: a rule of rows is about the owner of their job, so that each job is decided once. */
export async function rightsOn(
  { database, identity }: Context,
  items: readonly ItemRow[],
): Promise<ItemRights> {
  const rows = await selectJobDecisions(
    database,
    [...new Set(items.map((item) => item.job_id))],
    ['update', 'delete'].map((action) => compileImportScope(scopeOf(identity, 'massimportitem', action))),
  )
  const decided = new Map(rows.map((row) => [row.id, row.decided]))
  return (item) => {
    const [mayUpdate = false, mayDelete = false] = decided.get(item.job_id) ?? []
    return {
      update: mayUpdate && isOpen(item),
      delete: mayDelete,
      download: false,
      workflow: mayUpdate ? actionsFor(item.status) : [],
    }
  }
}
