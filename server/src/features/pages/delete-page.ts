import { ApiError, assetStatuses, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { requireRows } from '../../model/entities/decide-rows.ts'
import { deleteRecord } from '../../model/entities/write-entity.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { selectCopies, selectPart } from './parts.sql.ts'

/**
 * Deletes a page with its working copy, its earlier versions and all that stands in them, in one transaction.
 * The caller names the versions that go: where there are others by now, nothing does.
 * @throws entity_not_found, access_denied, delete_refused, entity_in_use, page_versions_changed
 * @source decision 0180
 */
export async function deletePageWithVersions(
  context: Context,
  { page, versions }: CallInput<Calls['deletePageWithVersions']>,
): Promise<CallAnswer<Calls['deletePageWithVersions']>> {
  const schema = await getSchemaOf(context, 'page')
  await requireRows(context, schema, [page], 'delete')
  return withTransaction(context.database, async (database) => {
    // Held: whoever makes a working copy holds it, too.
    await selectPart(database, { resource: 'page', id: page }, 'no key update')
    const there = await selectCopies(database, page, Object.values(assetStatuses))
    if (new Set([...there, ...versions]).size !== there.length || there.length !== versions.length)
      throw new ApiError('page_versions_changed', { id: page })
    // They name the page: it goes last.
    const deleted = [...there, page]
    for (const id of deleted) await deleteRecord({ ...context, database }, schema, id)
    return { deleted }
  })
}
