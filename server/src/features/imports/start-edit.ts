import { ApiError, importItemStatuses } from '@cartouche/contract'
import { sql, type SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import { keepInScope } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'
import type { EditOptions } from './edit-items.ts'
import { selectItemIds } from './imports.sql.ts'
import { parseMetadataChange, type MetadataChange } from './item-metadata.ts'
import { startCommand } from './start-command.ts'

/**
 * Parses new values of items, and looks at what they link to.
 * @throws unknown_field, field_read_only, field_mandatory, invalid_parameter, entity_not_found
 */
export async function parseEdit(
  context: Context,
  schema: Schema,
  data: Readonly<Record<string, unknown>>,
): Promise<MetadataChange> {
  const change = parseMetadataChange(schema, data)
  await checkTargets(context, change)
  return change
}

/**
 * Changes the metadata of items of a job: those named, or all that are no assets yet.
 * @returns the command's id
 * @throws import_item_closed, version_conflict
 */
export async function startEdit(
  context: Context,
  transaction: Database,
  jobId: number,
  { ids, change, versions }: EditOptions & { readonly ids?: readonly number[] | undefined },
): Promise<string> {
  const options: EditOptions = { change, versions }
  const itemIds = ids ?? (await selectItemIds(transaction, openItemsOf(jobId)))
  return startCommand(context, transaction, { jobId, kind: 'edit', options }, itemIds)
}

/** Linked entities must exist and be visible to whoever links them. */
async function checkTargets(context: Context, change: MetadataChange): Promise<void> {
  const where = await searchIn(context)
  for (const { target, links, mode } of change.links) {
    if (mode === 'remove') continue
    const ids = links.flatMap((link) => ('id' in link ? [link.id] : []))
    const visible = new Set(await keepInScope(where, scopeOf(context.identity, target, 'view'), ids))
    const missing = ids.find((one) => !visible.has(one))
    if (missing !== undefined) throw new ApiError('entity_not_found', { resource: target, id: missing })
  }
}

function openItemsOf(jobId: number) {
  const { validating, validated } = importItemStatuses
  return sql<SqlBool>`i.job_id = ${jobId} and i.status not in (${validating}, ${validated})`
}
