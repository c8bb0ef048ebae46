import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '@cartouche/contract'
import { selectChanged, type ItemState } from './commands.sql.ts'
import { changedMeanwhile } from './edit-items.ts'
import { moveRows } from './move-items.ts'
import { closed, isOpen, type CommandRun, type ItemOutcome } from './item-outcome.ts'
import { listSchemas, type Schemas } from '../../model/schemas/schema-registry.ts'
import { changeType } from './fit-metadata.ts'
import { schemaFor } from './import-resources.ts'
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
export const restoreItems: CommandRun = async (services, transaction, command, items) => {
  const changed = await selectChanged(
    transaction,
    (command.options as UndoOptions).command,
    items.map((item) => item.id),
  )
  const schemas = await listSchemas(services)
  const outcomes = new Map<number, ItemOutcome>()
  const metadata: NewMetadata[] = []
  const moves = new Map<number, number[]>()
  for (const item of items) {
    const change = changed.get(item.id)
    const error = change
      ? refusalOf(item, change, schemas)
      : notUndoable(item.id, 'the command changed nothing of it')
    if (error || !change) {
      outcomes.set(item.id, { error })
      continue
    }
    const { restored, dropped } = restoredMetadata(item, change.before, schemas)
    outcomes.set(item.id, { before: change.after, after: { ...change.before, ...(dropped && { dropped }) } })
    if (restored) metadata.push(restored)
    const { job } = change.before
    if (job !== undefined) moves.set(job, [...(moves.get(job) ?? []), item.id])
  }
  await updateMetadata(transaction, metadata, command.surfer_id)
  for (const [job, ids] of moves) await moveRows(transaction, ids, job)
  return outcomes
}

/** An item with the values that it had before, as what it was before. */
function restoredMetadata(
  item: ItemRow,
  { metadata: values = {}, resource = item.resource }: ItemState,
  schemas: Schemas,
): { readonly restored?: NewMetadata; readonly dropped?: readonly string[] } {
  const fields = Object.keys(values)
  if (resource === item.resource)
    return fields.length === 0
      ? {}
      : { restored: { item, metadata: { ...item.metadata, ...values }, fields } }
  const to = schemaFor(schemas, { resource })
  const changed = changeType(item, schemaFor(schemas, item), to)
  const own = Object.fromEntries(Object.entries(values).filter(([name]) => to.fields.has(name)))
  return {
    restored: {
      item,
      resource,
      metadata: { ...changed.metadata, ...own },
      setAside: changed.setAside,
      fields: [...new Set([...fields, ...changed.fields])],
    },
    dropped: changed.dropped,
  }
}

function refusalOf(
  item: ItemRow,
  { before, after }: { readonly before: ItemState; readonly after: ItemState },
  schemas: Schemas,
): ApiError | undefined {
  if (!isOpen(item)) return closed(item)
  if (before.resource !== undefined && !schemas.has(before.resource))
    return notUndoable(item.id, `there is no ${before.resource} any more`)
  const fields = Object.entries(after.metadata ?? {})
    .filter(([field, value]) => !isDeepStrictEqual(item.metadata[field] ?? null, value))
    .map(([field]) => field)
  if (after.job !== undefined && after.job !== item.job_id) fields.push('job')
  if (after.resource !== undefined && after.resource !== item.resource) fields.push('type')
  return fields.length === 0 ? undefined : changedMeanwhile(item.id, fields)
}

function notUndoable(id: number, reason: string): ApiError {
  return new ApiError('import_item_closed', { id, reason })
}
