import { ApiError, isApiError } from '@cartouche/contract'
import { sql, type SqlBool } from 'kysely'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { maxIds } from '../../access/audit/record-edit.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import type { Services } from '../../ground/services.ts'
import {
  finishCommand,
  lockNextItems,
  selectCommand,
  selectMadeAssets,
  settleItems,
  type CommandKind,
  type CommandRow,
} from './commands.sql.ts'
import { changeItemTypes } from './change-item-types.ts'
import { deleteItems } from './delete-items.ts'
import { editItems } from './edit-items.ts'
import { selectItems } from './imports.sql.ts'
import type { CommandRun, ItemOutcome } from './item-outcome.ts'
import { makeAssets, returnToImport } from './make-assets.ts'
import { moveItems } from './move-items.ts'
import { restoreItems } from './restore-items.ts'

interface Kind {
  /** Carries a command out on some of its items, in the transaction that holds them. */
  readonly run: CommandRun
  /** Items in one transaction: enough to share its cost, few enough to lose little when it is cut short. */
  readonly batchSize: number
  /** Its items may be of other imports, too: who started it may change those. */
  readonly isForeign?: boolean
  /** Takes an item back that the command cannot be carried out on, and answers the reason. */
  readonly giveBack?: (transaction: Database, itemId: number) => Promise<ApiError>
}

const kinds: Readonly<Record<CommandKind, Kind>> = {
  edit: { run: editItems, batchSize: 1000 },
  type: { run: changeItemTypes, batchSize: 1000 },
  undo: { run: restoreItems, batchSize: 1000, isForeign: true },
  move: { run: moveItems, batchSize: 1000, isForeign: true },
  delete: { run: deleteItems, batchSize: 1000 },
  validate: { run: makeAssets, batchSize: 500, giveBack: returnToImport },
}

/**
 * Carries a command out to its end, in batches of one transaction each: what a batch changes and its lines of
 * the journal are written together or not at all. Cut short at any moment and run again, it goes on where it
 * was. A command that is cancelled or deleted meanwhile ends it.
 */
export async function runCommand(services: Services, id: string, signal: AbortSignal): Promise<void> {
  const command = await selectCommand(services.database, id)
  if (!command || command.done_at !== null) return
  const { batchSize } = kinds[command.kind]
  for (let size = batchSize, count = 1; count > 0;) {
    signal.throwIfAborted()
    try {
      count = await (size === 1 ? runOne(services, command) : runBatch(services, command, size))
      size = Math.min(batchSize, size * 2)
    } catch (error) {
      if (!isDataError(error)) throw error
      // One of them cannot be stored as it is: it is looked for by halves, and the others go on.
      size = Math.ceil(size / 2)
    }
  }
  await withTransaction(services.database, (transaction) => endCommand(transaction, command))
}

/**
 * Carries a command out on its first items, in the transaction that records it.
 * @returns whether that were all; the outcomes
 */
export async function runFirstBatch(
  services: Services,
  transaction: Database,
  id: string,
): Promise<{ readonly isDone: boolean; readonly outcomes: ReadonlyMap<number, ItemOutcome> }> {
  const command = await selectCommand(transaction, id)
  if (!command) throw new TypeError(`There is no command ${id}`)
  const { batchSize } = kinds[command.kind]
  const outcomes = await runItems(services, transaction, command, batchSize)
  const isDone = command.total <= batchSize
  if (isDone) await endCommand(transaction, command)
  return { isDone, outcomes }
}

function runBatch(services: Services, command: CommandRow, size: number): Promise<number> {
  return withTransaction(
    services.database,
    async (transaction) => (await runItems(services, transaction, command, size)).size,
  )
}

async function runItems(
  services: Services,
  transaction: Database,
  command: CommandRow,
  max: number,
): Promise<ReadonlyMap<number, ItemOutcome>> {
  const ids = await lockNextItems(transaction, command.id, max)
  if (ids.length === 0) return new Map()
  const { run, isForeign = false } = kinds[command.kind]
  const items = await selectItems(
    transaction,
    sql<SqlBool>`i.id = any(${ids}::bigint[]) and ${isForeign ? sql`true` : sql`i.job_id = ${command.job_id}`}`,
  )
  const done = await run(services, transaction, command, items)
  const outcomes = new Map(ids.map((id) => [id, done.get(id) ?? { error: missing(id) }]))
  await settleItems(transaction, command.id, storedOutcomes(outcomes))
  return outcomes
}

async function runOne(services: Services, command: CommandRow): Promise<number> {
  try {
    return await runBatch(services, command, 1)
  } catch (error) {
    if (!isDataError(error)) throw error
    services.log.warn(
      { command: command.id, error: String(error) },
      'A command of an import could not be carried out on an item',
    )
    return withTransaction(services.database, (transaction) => giveUpItems(transaction, command, 1))
  }
}

/** Marks the next items of a command as failed, because something they name is gone or does not fit. */
export async function giveUpItems(
  transaction: Database,
  { id, kind }: Pick<CommandRow, 'id' | 'kind'>,
  max: number,
): Promise<number> {
  const ids = await lockNextItems(transaction, id, max)
  const outcomes = new Map<number, ItemOutcome>()
  for (const itemId of ids)
    outcomes.set(itemId, {
      error:
        (await kinds[kind].giveBack?.(transaction, itemId)) ??
        new ApiError('import_item_closed', {
          id: itemId,
          reason: 'something that the change names was deleted meanwhile, or a value does not fit',
        }),
    })
  await settleItems(transaction, id, storedOutcomes(outcomes))
  return ids.length
}

function storedOutcomes(outcomes: ReadonlyMap<number, ItemOutcome>) {
  return new Map(
    [...outcomes].map(([id, { error, before, after }]) => [
      id,
      { before, after, ...(error && { problem: { code: error.code, message: error.message } }) },
    ]),
  )
}

async function endCommand(transaction: Database, command: CommandRow): Promise<void> {
  if (await finishCommand(transaction, command.id)) await recordCommand(transaction, command)
}

/**
 * Adds one entry to the audit log for a command that made assets or took items away, however many.
 * @source decision 0070
 */
export async function recordCommand(transaction: Database, { id }: Pick<CommandRow, 'id'>): Promise<void> {
  const command = await selectCommand(transaction, id)
  if (!command || command.finished === 0) return
  const entry = await auditEntryOf(transaction, command)
  if (!entry) return
  const actor = { kind: command.user_kind ?? 'user', id: command.surfer_id, name: command.user_name ?? '' }
  const target = { resource: 'massimportjob', id: command.job_id, name: command.job_name }
  await recordAudit({}, transaction, { ...entry, actor, target })
}

async function auditEntryOf(
  transaction: Database,
  { id, kind, finished, options }: CommandRow,
): Promise<{ kind: string; after: Readonly<Record<string, unknown>> } | undefined> {
  switch (kind) {
    case 'validate': {
      const assets = await selectMadeAssets(transaction, id)
      const after = { count: assets.length, assets: assets.slice(0, maxIds) }
      return { kind: 'massimportjob.validated', after }
    }
    case 'delete':
      return { kind: 'massimportjob.items_deleted', after: { count: finished } }
    case 'move':
      return { kind: 'massimportjob.items_moved', after: { count: finished, ...Object(options) } }
    default:
      return undefined
  }
}

function missing(id: number): ApiError {
  return new ApiError('entity_not_found', { resource: 'massimportitem', id })
}

/** PostgreSQL's classes 22 (a value does not fit) and 23 (a constraint): another try gives the same. */
function isDataError(error: unknown): boolean {
  if (isApiError(error)) return false
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^2[23]/.test(code)
}
