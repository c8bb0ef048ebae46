import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { selectDropped } from './commands.sql.ts'
import { linkDuplicates } from './duplicates.ts'
import { requireChoosable } from './import-resources.ts'
import { readJob, requireJob } from './read-jobs.ts'
import { startCommand } from './start-command.ts'
import { parseEdits, startEdit, type ItemEdit } from './start-edit.ts'
import { startMove } from './start-move.ts'
import { startTypeChange } from './start-type-change.ts'
import { startValidate } from './start-validate.ts'

type Input = CallInput<Calls['editImportJob']>
type Metadata = NonNullable<Input['metadata']>

/**
 * Changes items of an import, in this order, as asked: changes what they become, describes them, moves them
 * to another import, takes them out, or turns them into assets; each is a command. Without ids: all items
 * that are ready (for a type or a description, all that are no assets yet); an empty list of ids is none;
 * what moves or goes is named. Of a command the first items are done when this answers, turning into assets
 * goes on after it, and `listImportChanges` says how far it is. Files that the library has already are
 * imported again, unless `duplicates` says to skip them or to put the asset that is there into their
 * collections. `items`: items of other imports that come into this one.
 * @throws entity_not_found, unknown_field, field_read_only, invalid_parameter, field_mandatory,
 * import_item_not_ready, import_item_closed, version_conflict, access_denied, unknown_action
 * @source data-layer §4 Mass import edits, §7; decision 0143
 */
export async function editImportJob(
  context: Context,
  { id, metadata = {}, items = [] }: Input,
): Promise<CallAnswer<Calls['editImportJob']>> {
  const job = await requireJob(context, id, 'update')
  const { ids, type, data } = metadata
  if (type !== undefined) await requireChoosable(context, type)
  const edits = data ? await parseEdits(context, job.id, { ...metadata, data }) : []
  const target = metadata.job === undefined ? undefined : await requireJob(context, metadata.job, 'update')
  const done = await withTransaction(context.database, async (transaction) => ({
    typed:
      type === undefined
        ? undefined
        : await startTypeChange(context, transaction, job.id, { resource: type, ids }),
    changed: [
      ...(await startEdits(context, transaction, job.id, edits)),
      target && (await startMove(context, transaction, job, target, namedIds(metadata))),
      items.length > 0 ? await startMove(context, transaction, job, job, items) : undefined,
      metadata.delete === true
        ? await startCommand(context, transaction, { jobId: job.id, kind: 'delete' }, namedIds(metadata))
        : undefined,
    ].filter((command) => command !== undefined),
    validated:
      metadata.validate === true ? await startValidate(context, transaction, job, metadata) : undefined,
  }))
  const { typed, validated } = done
  const changed = [...(typed === undefined ? [] : [typed]), ...done.changed]
  const dropped = typed && ((await selectDropped(context.database, [typed])).get(typed) ?? [])
  const linked = validated ? await linkDuplicates(context, validated.sorted.linked) : 0
  return {
    response: {
      $action: { commands: validated ? [...changed, validated.command] : changed },
      data: await readJob(context, await requireJob(context, id, 'view')),
      ...(dropped ? { dropped } : {}),
      ...(validated
        ? {
            validationJob: { id: validated.command },
            duplicates: { skipped: validated.sorted.skipped.length, linked },
          }
        : {}),
    },
  }
}

async function startEdits(
  context: Context,
  transaction: Database,
  jobId: number,
  edits: readonly ItemEdit[],
): Promise<string[]> {
  const commands: string[] = []
  for (const edit of edits) commands.push(await startEdit(context, transaction, jobId, edit))
  return commands
}

/** What moves or goes is named: nobody empties an import by leaving something out. */
function namedIds({ ids }: Metadata): readonly number[] {
  if (ids) return ids
  throw new ApiError('invalid_parameter', { parameter: 'ids', reason: 'name the items' })
}
