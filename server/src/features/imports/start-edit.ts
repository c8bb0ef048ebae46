import { ApiError } from '@cartouche/contract'
import { sql, type SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import type { Database } from '../../ground/database/database.ts'
import { listSchemas } from '../../model/schemas/schema-registry.ts'
import { keepInScope } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'
import type { EditOptions } from './edit-items.ts'
import { defaultResource, schemaFor } from './import-resources.ts'
import { selectItemResources } from './imports.sql.ts'
import { parseMetadataChange, type MetadataChange } from './item-metadata.ts'
import { openItemsOf, startCommand } from './start-command.ts'

/** New values of items that become the same. */
export interface ItemEdit extends EditOptions {
  readonly ids: readonly number[]
}

/** What an edit is asked for with. */
interface EditRequest {
  /** Default: all items that are no assets yet. */
  readonly ids?: readonly number[] | undefined
  readonly data: Readonly<Record<string, unknown>>
  readonly versions?: EditOptions['versions']
  /** What all of the items become before they are edited. Default: what each becomes now. */
  readonly type?: string | undefined
}

/**
 * Parses new values of items of a job against the schema of what they become, an edit for each, and looks at
 * what they link to.
 * @throws unknown_field, field_read_only, field_mandatory, invalid_parameter, entity_not_found
 */
export async function parseEdits(
  context: Context,
  jobId: number,
  { ids, data, versions, type }: EditRequest,
): Promise<ItemEdit[]> {
  const open = openItemsOf(jobId)
  const where = ids ? sql<SqlBool>`i.job_id = ${jobId} and i.id = any(${[...ids]}::bigint[])` : open
  const items = await selectItemResources(context.database, where)
  const schemas = await listSchemas(context)
  const edits: ItemEdit[] = []
  for (const [resource, itemIds] of groupIds(items, ids, type)) {
    const change = parseMetadataChange(schemaFor(schemas, { resource }), data)
    await checkTargets(context, change)
    edits.push({ ids: itemIds, change, versions, resource })
  }
  return edits
}

/** Ids by what the items become; those that name no item of the job are with the first. */
function groupIds(
  items: readonly { readonly id: number; readonly resource: string }[],
  asked: readonly number[] | undefined,
  type: string | undefined,
): Map<string, number[]> {
  const first = type ?? items[0]?.resource ?? defaultResource
  const known = new Map(items.map(({ id, resource }) => [id, resource]))
  const ids = asked ?? [...known.keys()]
  const groups = Map.groupBy(ids, (id) => type ?? known.get(id) ?? first)
  return groups.size > 0 ? groups : new Map([[first, []]])
}

/**
 * Changes the metadata of items of a job.
 * @returns the command's id
 * @throws import_item_closed, version_conflict
 */
export async function startEdit(
  context: Context,
  transaction: Database,
  jobId: number,
  { ids, change, versions, resource }: ItemEdit,
): Promise<string> {
  const options: EditOptions = { change, versions, resource }
  return startCommand(context, transaction, { jobId, kind: 'edit', options }, ids)
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
