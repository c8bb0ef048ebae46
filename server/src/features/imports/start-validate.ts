import { randomUUID } from 'node:crypto'
import {
  ApiError,
  assetActions,
  importItemStatuses,
  type AssetAction,
  type CallInput,
  type Calls,
  type DuplicateChoice,
} from '@cartouche/contract'
import { sql, type SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import { may, requireAction, scopeOf } from '../../access/decide.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Schema } from '../../model/schemas/schema.ts'
import { listSchemas, type Schemas } from '../../model/schemas/schema-registry.ts'
import { startValidation } from './commands.sql.ts'
import { missingFieldsOf } from './check-metadata.ts'
import { describedItem } from './described-item.ts'
import { sortDuplicates, type SortedItems } from './duplicates.ts'
import { defaultResource, schemaFor } from './import-resources.ts'
import type { JobRow } from './import-jobs.sql.ts'
import { lockItems, selectItems, type ItemRow } from './imports.sql.ts'
import { newKeywordsOf, type ItemMetadata } from './item-metadata.ts'
import { isOpen, notReady } from './item-outcome.ts'
import { actorIdOf, addCommand, queueCommand } from './start-command.ts'

type EditMetadata = NonNullable<CallInput<Calls['editImportJob']>['metadata']>

/** All items of a job at once: what a zip may hold. */
const maxItems = 20_000

/** What to turn into assets, and how. */
export type ValidationChoice = Pick<
  EditMetadata,
  'ids' | 'workflowAction' | 'anyway' | 'duplicates' | 'duplicateChoices'
>

/** A validation that is under way. */
export interface Validation {
  /** The command's id. */
  readonly command: string
  readonly sorted: SortedItems
}

/**
 * Hands items of a job to a command that turns them into assets: those named, or all that are ready. What is
 * on its way already is left to its command.
 * @throws entity_not_found, import_item_not_ready, field_mandatory, access_denied, unknown_action,
 * action_not_possible
 */
export async function startValidate(
  context: Context,
  transaction: Database,
  job: JobRow,
  choice: ValidationChoice,
): Promise<Validation> {
  const { ids, workflowAction, anyway = false, duplicates = 'import', duplicateChoices = {} } = choice
  const schemas = await listSchemas(context)
  const all = await itemsOf(transaction, job.id, ids)
  // What is on its way already is not an error: a second press of the button says the same.
  const items = all.filter((item) => (ids ? isOpen(item) : item.status === importItemStatuses.ready))
  const unready = items.find(
    (item) =>
      item.status !== importItemStatuses.ready && !(anyway && item.status === importItemStatuses.broken),
  )
  if (unready) throw notReady(unready)
  const becoming = requireCreatable(context, schemas, items)
  const action = workflowAction === undefined ? null : requireWorkflow(context, job, becoming, workflowAction)
  const choiceOf = (itemId: number): DuplicateChoice => duplicateChoices[String(itemId)] ?? duplicates
  const sorted = await sortDuplicates({ ...context, database: transaction }, items, choiceOf)
  for (const item of sorted.imported) {
    const schema = schemaFor(schemas, item)
    checkMandatory(schema, describedItem(schema, item).metadata)
  }
  const command = randomUUID()
  const taken = await startValidation(
    transaction,
    command,
    sorted.imported.map((item) => item.id),
  )
  await addCommand(
    transaction,
    {
      id: command,
      jobId: job.id,
      kind: 'validate',
      userId: actorIdOf(context),
      workflowAction: action,
      mayCreateKeywords:
        may(context.identity, 'assetkeyword', 'create') ||
        !sorted.imported.some((item) => newKeywordsOf(schemaFor(schemas, item), item.metadata).length > 0),
    },
    taken,
  )
  await queueCommand(context, transaction, command)
  return { command, sorted }
}

/** What items become, all of which the user must be allowed to create. */
function requireCreatable(context: Context, schemas: Schemas, items: readonly ItemRow[]): Schema[] {
  const becoming = [...Map.groupBy(items, ({ resource }) => resource)].map(([resource, [first]]) => {
    requireAction(context.identity, resource, 'create')
    const schema = schemaFor(schemas, { resource })
    if (schema.importField === null)
      throw new ApiError('import_item_not_ready', {
        id: first?.id ?? 0,
        reason: `nothing is imported into ${resource} any more`,
      })
    return schema
  })
  if (becoming.length === 0) requireAction(context.identity, defaultResource, 'create')
  return becoming
}

/**
 * The action must lead away from draft, and the user must be allowed to take it on what will be the job
 * owner's, wherever there is a workflow.
 */
function requireWorkflow(
  context: Context,
  job: JobRow,
  becoming: readonly Schema[],
  action: string,
): AssetAction {
  if (!Object.hasOwn(assetActions, action))
    throw new ApiError('unknown_action', { action: action.slice(0, 64) })
  const known = action as AssetAction
  if (!(assetActions[known].from as readonly string[]).includes('draft'))
    throw new ApiError('action_not_possible', { action, status: 'draft' })
  const isOwner = job.owner_id === actorIdOf(context)
  for (const { resource } of becoming.filter(({ hasWorkflow }) => hasWorkflow)) {
    const { rows } = scopeOf(context.identity, resource, action)
    if (rows.kind === 'none' || (rows.kind !== 'all' && !isOwner)) throw new ApiError('access_denied')
  }
  return known
}

async function itemsOf(
  transaction: Database,
  jobId: number,
  ids: readonly number[] | undefined,
): Promise<ItemRow[]> {
  const asked = ids && [...new Set(ids)]
  const where = sql<SqlBool>`i.job_id = ${jobId} and ${asked ? sql`i.id = any(${asked}::bigint[])` : sql`true`}`
  // What they become, and with which values, is decided by what is checked here.
  await lockItems(transaction, where)
  const rows = await selectItems(transaction, where, undefined, maxItems)
  const found = new Set(rows.map((row) => row.id))
  const missing = asked?.find((id) => !found.has(id))
  if (missing !== undefined)
    throw new ApiError('entity_not_found', { resource: 'massimportitem', id: missing })
  return rows
}

function checkMandatory(schema: Schema, metadata: ItemMetadata): void {
  const [field] = missingFieldsOf(schema, metadata)
  if (field !== undefined) throw new ApiError('field_mandatory', { field })
}
