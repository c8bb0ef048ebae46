import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '@cartouche/contract'
import { selectChanged, type ItemState } from './commands.sql.ts'
import { changedMeanwhile } from './edit-items.ts'
import { moveRows } from './move-items.ts'
import { closed, isOpen, type CommandRun, type ItemOutcome } from './item-outcome.ts'
import { updateMetadata, type ItemRow, type NewMetadata } from './imports.sql.ts'

/** What an undo does, as it is stored with its command. */
export interface UndoOptions {
  /** The command that it takes back. */
  readonly command: string
}

/**
 * Gives items the values back that they had before a command. Where somebody changed one of these values
 * since, the item stays as it is and fails as version_conflict. An undo can be undone in turn.
 */
export const restoreItems: CommandRun = async (_services, transaction, command, items) => {
  const changed = await selectChanged(
    transaction,
    (command.options as UndoOptions).command,
    items.map((item) => item.id),
  )
  const outcomes = new Map<number, ItemOutcome>()
  const metadata: NewMetadata[] = []
  const moves = new Map<number, number[]>()
  for (const item of items) {
    const change = changed.get(item.id)
    const error = change ? refusalOf(item, change.after) : nothingToUndo(item.id)
    outcomes.set(item.id, error || !change ? { error } : { before: change.after, after: change.before })
    if (error || !change) continue
    const { metadata: values, job } = change.before
    if (values && Object.keys(values).length > 0)
      metadata.push({ id: item.id, metadata: { ...item.metadata, ...values }, fields: Object.keys(values) })
    if (job !== undefined) moves.set(job, [...(moves.get(job) ?? []), item.id])
  }
  await updateMetadata(transaction, metadata, command.surfer_id)
  for (const [job, ids] of moves) await moveRows(transaction, ids, job)
  return outcomes
}

function refusalOf(item: ItemRow, after: ItemState): ApiError | undefined {
  if (!isOpen(item)) return closed(item)
  const fields = Object.entries(after.metadata ?? {})
    .filter(([field, value]) => !isDeepStrictEqual(item.metadata[field] ?? null, value))
    .map(([field]) => field)
  const moved = after.job !== undefined && after.job !== item.job_id ? ['job'] : []
  return fields.length + moved.length === 0 ? undefined : changedMeanwhile(item.id, [...fields, ...moved])
}

function nothingToUndo(id: number): ApiError {
  return new ApiError('import_item_closed', { id, reason: 'the command changed nothing of it' })
}
