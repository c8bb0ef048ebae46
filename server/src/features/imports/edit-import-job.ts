import { randomUUID } from 'node:crypto'
import {
  ApiError,
  assetActions,
  importItemStatuses,
  type AssetAction,
  type CallAnswer,
  type CallInput,
  type Calls,
  type DuplicateChoice,
} from '@cartouche/contract'
import { sql, type SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import { may, requireAction, scopeOf } from '../../access/decide.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { jobPriority } from '../../ground/jobs/task.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import { getSchemaOf } from '../../model/schemas/schema-registry.ts'
import { keepInScope } from '../../model/search/find.ts'
import { finishCommand, insertCommand, startValidation } from './commands.sql.ts'
import { describedItem } from './described-item.ts'
import { linkDuplicates, sortDuplicates, type SortedItems } from './duplicates.ts'
import {
  changeMetadata,
  newKeywordsOf,
  parseMetadataChange,
  type ItemMetadata,
  type MetadataChange,
} from './item-metadata.ts'
import type { JobRow } from './import-jobs.sql.ts'
import { selectItems, updateMetadata, type ItemRow } from './imports.sql.ts'
import { readJob, requireJob, statusNameOf } from './read-jobs.ts'
import { searchIn } from '../../model/search/search-in.ts'

type Input = CallInput<Calls['editImportJob']>

/** All items of a job at once: what a zip may hold. */
const maxItems = 20_000

/**
 * Describes items and turns them into assets, in this order, as asked. Without ids: all items that are ready
 * (for a description, all that are no assets yet); an empty list of ids is none. The description is done when
 * this answers; turning into assets goes on after it, and `listImportChanges` tells when it is done. Files
 * that the library has already are imported again, unless `duplicates` says to skip them or to put the asset
 * that is there into their collections.
 * @throws entity_not_found, unknown_field, field_read_only, invalid_parameter, field_mandatory,
 * import_item_not_ready, access_denied, unknown_action
 */
export async function editImportJob(
  context: Context,
  { id, metadata }: Input,
): Promise<CallAnswer<Calls['editImportJob']>> {
  const job = await requireJob(context, id, 'update')
  const schema = await getSchemaOf(context.database, 'asset')
  if (metadata.type !== undefined && metadata.type !== schema.resource)
    throw new ApiError('invalid_parameter', {
      parameter: 'type',
      reason: `items become ${schema.resource} only`,
    })
  const change = metadata.data === undefined ? undefined : parseMetadataChange(schema, metadata.data)
  if (change) await checkTargets(context, change)
  const done = await withTransaction(context.database, async (transaction) => ({
    edited: change && (await describeItems(context, transaction, job, metadata.ids, change)),
    validated:
      metadata.validate === true
        ? await validateItems(context, transaction, schema, job, metadata)
        : undefined,
  }))
  const { edited, validated } = done
  const linked = validated ? await linkDuplicates(context, validated.sorted.linked) : 0
  return {
    response: {
      $action: { commands: [edited, validated?.command].filter((command) => command !== undefined) },
      data: await readJob(context, await requireJob(context, id, 'view')),
      ...(validated
        ? {
            validationJob: { id: validated.command },
            duplicates: { skipped: validated.sorted.skipped.length, linked },
          }
        : {}),
    },
  }
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

async function describeItems(
  context: Context,
  transaction: Database,
  job: JobRow,
  ids: readonly number[] | undefined,
  change: MetadataChange,
): Promise<string> {
  const items = await itemsOf(transaction, job.id, ids)
  const closed = items.find((item) => !isOpen(item))
  if (closed && ids) throw notReady(closed)
  await updateMetadata(
    transaction,
    items.filter(isOpen).map((item) => ({ id: item.id, metadata: changeMetadata(item.metadata, change) })),
  )
  const command = randomUUID()
  await insertCommand(transaction, {
    id: command,
    jobId: job.id,
    kind: 'edit',
    userId: currentUserId(context),
    workflowAction: null,
    mayCreateKeywords: false,
  })
  await finishCommand(transaction, command)
  return command
}

interface Validation {
  readonly command: string
  readonly sorted: SortedItems
}

async function validateItems(
  context: Context,
  transaction: Database,
  schema: Schema,
  job: JobRow,
  metadata: Input['metadata'],
): Promise<Validation> {
  const { ids, workflowAction, anyway = false, duplicates = 'import', duplicateChoices = {} } = metadata
  requireAction(context.identity, 'asset', 'create')
  const action = workflowAction === undefined ? null : requireWorkflow(context, job, workflowAction)
  const all = await itemsOf(transaction, job.id, ids)
  // What is on its way already is not an error: a second press of the button says the same.
  const items = all.filter((item) => (ids ? isOpen(item) : item.status === importItemStatuses.ready))
  const unready = items.find(
    (item) =>
      item.status !== importItemStatuses.ready && !(anyway && item.status === importItemStatuses.broken),
  )
  if (unready) throw notReady(unready)
  const choiceOf = (itemId: number): DuplicateChoice => duplicateChoices[String(itemId)] ?? duplicates
  const sorted = await sortDuplicates({ ...context, database: transaction }, items, choiceOf)
  for (const item of sorted.imported) checkMandatory(schema, describedItem(item).metadata)
  const command = randomUUID()
  await insertCommand(transaction, {
    id: command,
    jobId: job.id,
    kind: 'validate',
    userId: currentUserId(context),
    workflowAction: action,
    mayCreateKeywords:
      may(context.identity, 'assetkeyword', 'create') ||
      !sorted.imported.some((item) => newKeywordsOf(item.metadata).length > 0),
  })
  await startValidation(
    transaction,
    command,
    sorted.imported.map((item) => item.id),
  )
  await context.addJob(
    transaction,
    'validate-items',
    { command },
    { key: `validate:${command}`, priority: jobPriority.validate },
  )
  return { command, sorted }
}

/**
 * The action must lead away from draft, and the user must be allowed to take it on what will be the job
 * owner's asset.
 */
function requireWorkflow(context: Context, job: JobRow, action: string): AssetAction {
  if (!Object.hasOwn(assetActions, action))
    throw new ApiError('unknown_action', { action: action.slice(0, 64) })
  const known = action as AssetAction
  if (!(assetActions[known].from as readonly string[]).includes('draft'))
    throw new ApiError('action_not_possible', { action, status: 'draft' })
  const { rows } = scopeOf(context.identity, 'asset', action)
  const isOwner = job.owner_id === currentUserId(context)
  if (rows.kind === 'all' || (rows.kind !== 'none' && isOwner)) return known
  throw new ApiError('access_denied')
}

async function itemsOf(
  transaction: Database,
  jobId: number,
  ids: readonly number[] | undefined,
): Promise<ItemRow[]> {
  const asked = ids && [...new Set(ids)]
  const rows = await selectItems(
    transaction,
    sql<SqlBool>`i.job_id = ${jobId} and ${asked ? sql`i.id = any(${asked}::bigint[])` : sql`true`}`,
    undefined,
    maxItems,
  )
  const found = new Set(rows.map((row) => row.id))
  const missing = asked?.find((id) => !found.has(id))
  if (missing !== undefined)
    throw new ApiError('entity_not_found', { resource: 'massimportitem', id: missing })
  return rows
}

function isOpen(item: ItemRow): boolean {
  return item.status !== importItemStatuses.validating && item.status !== importItemStatuses.validated
}

function checkMandatory(schema: Schema, metadata: ItemMetadata): void {
  const field = missingFieldOf(schema, metadata)
  if (field !== undefined) throw new ApiError('field_mandatory', { field })
}

/** The first field that an asset must have and an item has no value for. */
export function missingFieldOf(schema: Schema, metadata: ItemMetadata): string | undefined {
  return [...schema.fields.values()].find(({ name, cud }) => {
    const value = metadata[name]
    if (!cud.mandatoryCreate) return false
    return (
      value === undefined ||
      value === null ||
      (typeof value === 'string' && value.trim() === '') ||
      (Array.isArray(value) && value.length === 0)
    )
  })?.name
}

const reasons: Readonly<Record<string, string>> = {
  waiting: 'it has not been inspected yet',
  analyzing: 'it is being inspected',
  validating: 'it is being turned into an asset',
  validated: 'it is an asset already',
}

function notReady(item: ItemRow): ApiError {
  const status = statusNameOf(item.status)
  return new ApiError('import_item_not_ready', {
    id: item.id,
    reason: reasons[status] ?? item.problems[0]?.message ?? 'the file is broken',
  })
}

function currentUserId({ identity }: Context): number {
  return 'id' in identity ? identity.id : 0
}
