import {
  ApiError,
  type CallAnswer,
  type CallInput,
  type Calls,
  type ImportCommand,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { compileImportScope } from '../../access/import-scope.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import {
  cancelCommand,
  selectCommandItems,
  selectCommands,
  selectDropped,
  selectFailures,
  selectMovedJobs,
  selectMoves,
  selectSubjects,
  type CommandRow,
  type CommandSubject,
} from './commands.sql.ts'
import { requireChoosable } from './import-resources.ts'
import { getJob, readJob, requireJob } from './read-jobs.ts'
import type { TypeOptions } from './change-item-types.ts'
import { recordCommand } from './run-command.ts'
import { startCommand } from './start-command.ts'
import { startValidate } from './start-validate.ts'

/** Failures that a command is answered with; `failed` counts all. */
const maxFailures = 100

/**
 * Stops commands: items that still wait for them stay as they are.
 * @throws entity_not_found
 */
export async function cancelImportCommands(
  context: Context,
  { id, commandIds }: CallInput<Calls['cancelImportCommands']>,
): Promise<CallAnswer<Calls['cancelImportCommands']>> {
  await getJob(context, id, 'update')
  for (const command of await requireCommands(context, id, commandIds))
    await withTransaction(context.database, async (transaction) => {
      if (await cancelCommand(transaction, command.id)) await recordCommand(transaction, command)
    })
  return { response: { data: await readCommands(context, id, commandIds) } }
}

/**
 * Takes edits, changes of type and moves back, the latest first. An item of which somebody changed the same
 * values since stays as it is.
 * @throws entity_not_found, import_command_final, import_item_closed, version_conflict
 */
export async function undoImportCommands(
  context: Context,
  { id, commandIds }: CallInput<Calls['undoImportCommands']>,
): Promise<CallAnswer<Calls['undoImportCommands']>> {
  await requireJob(context, id, 'update')
  const undone = (await requireCommands(context, id, commandIds)).toReversed()
  for (const command of undone) await checkUndoable(context, command)
  return changeAll(context, id, undone, async (transaction, command) => {
    const items = await selectCommandItems(transaction, command.id, ['finished'])
    const options = { command: command.id }
    return startCommand(context, transaction, { jobId: id, kind: 'undo', options }, items)
  })
}

/**
 * Carries commands out again on the items that failed, or that were left when they were stopped.
 * @throws entity_not_found, import_command_final, import_item_closed, import_item_not_ready,
 * version_conflict, invalid_parameter
 */
export async function repeatImportCommands(
  context: Context,
  { id, commandIds }: CallInput<Calls['repeatImportCommands']>,
): Promise<CallAnswer<Calls['repeatImportCommands']>> {
  const job = await requireJob(context, id, 'update')
  return changeAll(
    context,
    id,
    await requireCommands(context, id, commandIds),
    async (transaction, command) => {
      const ids = await selectCommandItems(transaction, command.id, ['failed', 'cancelled'])
      if (ids.length === 0 || command.done_at === null)
        throw new ApiError('import_command_final', {
          action: 'repeat',
          reason: command.done_at === null ? 'it is still under way' : 'nothing of it failed',
        })
      if (command.kind === 'validate') {
        const choice = { ids, workflowAction: command.workflow_action ?? undefined, anyway: true }
        return (await startValidate(context, transaction, job, choice)).command
      }
      const { kind, options } = command
      if (kind === 'type') await requireChoosable(context, (options as TypeOptions).resource)
      return startCommand(context, transaction, { jobId: id, kind, options: Object(options) }, ids)
    },
  )
}

/** Commands of an import as they travel: those named, with what failed, or the last hundred. */
export async function readCommands(
  context: Context,
  jobId: number,
  ids: readonly string[] | undefined,
): Promise<ImportCommand[]> {
  const commands = await selectCommands(context.database, jobId, ids)
  const failures = ids ? await selectFailures(context.database, ids, maxFailures) : []
  const sorting = commands
    .filter(({ kind }) => ids && (kind === 'type' || kind === 'undo'))
    .map(({ id }) => id)
  const dropped = sorting.length === 0 ? new Map() : await selectDropped(context.database, sorting)
  const subjects = await selectSubjects(
    context.database,
    commands.map(({ id }) => id),
  )
  const visible = compileImportScope(scopeOf(context.identity, 'massimportjob', 'view'))
  const moving = commands.filter(({ kind }) => kind === 'move' || kind === 'undo').map(({ id }) => id)
  const moves = moving.length === 0 ? [] : await selectMoves(context.database, moving, visible)
  return commands.map((command) => ({
    id: command.id,
    done: command.done_at !== null,
    kind: command.kind,
    total: command.total,
    finished: command.finished,
    failed: command.failed,
    cancelled: command.cancelled_at !== null,
    created: command.created_at.toISOString(),
    user: { id: command.surfer_id, name: command.user_name ?? '' },
    undoable: whyFinal(command) === undefined,
    ...subjectOf(subjects.get(command.id)),
    ...(dropped.has(command.id) && { dropped: dropped.get(command.id) }),
    ...(moving.includes(command.id) && {
      moves: moves
        .filter((move) => move.command_id === command.id)
        .map(({ from, to, count }) => ({ from, to, count })),
    }),
    ...(ids && {
      failures: failures
        .filter((failure) => failure.command_id === command.id)
        .map(({ item_id: item, file_name: filename, problem }) => ({
          item,
          filename,
          code: problem.code,
          message: problem.message,
        })),
    }),
  }))
}

function subjectOf(subject: CommandSubject | undefined): Pick<ImportCommand, 'filename' | 'fields'> {
  if (subject === undefined) return {}
  const { file_name: filename, fields } = subject
  return { ...(filename !== null && { filename }), ...(fields.length > 0 && { fields }) }
}

/** Does something with each of some commands in one transaction, and answers the new commands. */
async function changeAll(
  context: Context,
  jobId: number,
  commands: readonly CommandRow[],
  change: (transaction: Database, command: CommandRow) => Promise<string>,
): Promise<CallAnswer<Calls['undoImportCommands']>> {
  const started = await withTransaction(context.database, async (transaction) => {
    const ids: string[] = []
    for (const command of commands) ids.push(await change(transaction, command))
    return ids
  })
  const job = await readJob(context, await requireJob(context, jobId, 'view'))
  return { response: { $action: { commands: started }, data: job } }
}

async function requireCommands(
  context: Context,
  jobId: number,
  ids: readonly string[],
): Promise<CommandRow[]> {
  const commands = await selectCommands(context.database, jobId, ids)
  const missing = ids.find((id) => !commands.some((command) => command.id === id))
  if (missing !== undefined)
    throw new ApiError('entity_not_found', { resource: 'massimportcommand', id: missing })
  return commands
}

async function checkUndoable(context: Context, command: CommandRow): Promise<void> {
  const reason = whyFinal(command)
  if (reason !== undefined) throw new ApiError('import_command_final', { action: 'undo', reason })
  // What was moved goes back to where it was: both imports change.
  for (const job of await selectMovedJobs(context.database, command.id))
    await requireJob(context, job, 'update')
}

function whyFinal({ kind, done_at: doneAt, finished, undone_by: undoneBy }: CommandRow): string | undefined {
  if (kind === 'validate') return 'the assets are made; delete them in the library'
  if (kind === 'delete') return 'the files are gone'
  if (doneAt === null) return 'it is still under way'
  if (undoneBy !== null) return 'it was undone already'
  return finished === 0 ? 'it changed nothing' : undefined
}
