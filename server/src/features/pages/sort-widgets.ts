import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { currentUserId } from '../../model/entities/current-user-id.ts'
import { requireRows } from '../../model/entities/decide-rows.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { projectParts } from './copy-parts.ts'
import { lockWidgets, updatePositions } from './parts.sql.ts'
import { openRoot } from './place.ts'

/**
 * Gives widgets positions in the order in which they are named: 1, 2, 3 …
 * @throws entity_not_found, access_denied, page_closed
 * @source wire facts "Pages": Sort
 */
export async function sortWidgets(
  context: Context,
  { clubwedwidget_1: ids }: CallInput<Calls['sortWidgets']>,
): Promise<CallAnswer<Calls['sortWidgets']>> {
  await requireRows(context, await getSchemaOf(context, 'pagewidget'), ids, 'update')
  await withTransaction(context.database, async (database) => {
    const within = { ...context, database }
    const parents = new Set((await lockWidgets(database, ids)).map(({ parent }) => parent))
    for (const parent of parents) if (parent !== '') await openRoot(within, parent)
    const changed = await updatePositions(database, ids, currentUserId(context))
    await projectParts(
      within,
      changed.map((id) => ({ resource: 'pagewidget', id })),
    )
  })
  return { sorted: [...ids] }
}
