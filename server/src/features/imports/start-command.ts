import { randomUUID } from 'node:crypto'
import { ApiError, importItemStatuses } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '../../access/context.ts'
import type { Database } from '../../ground/database/database.ts'
import { jobPriority } from '../../ground/jobs/task.ts'
import type { Services } from '../../ground/services.ts'
import { insertCommand, type NewCommand } from './commands.sql.ts'
import { holdJob } from './import-jobs.sql.ts'
import { runFirstBatch } from './run-command.ts'

/**
 * Records a command on items and carries it out on the first of them, in one transaction; the rest follows in
 * the background, and `listImportChanges` says when it is done. Where nothing could be done, the reason of
 * the first item is the error, and there is no command.
 * @returns the command's id
 * @throws what the items are refused with: entity_not_found, import_item_closed, version_conflict
 */
export async function startCommand(
  context: Context,
  transaction: Database,
  command: Omit<NewCommand, 'id' | 'userId'>,
  itemIds: readonly number[],
): Promise<string> {
  const id = randomUUID()
  const ids = [...new Set(itemIds)]
  await addCommand(transaction, { ...command, id, userId: actorIdOf(context) }, ids)
  const { isDone, outcomes } = await runFirstBatch(context, transaction, id)
  const refusals = [...outcomes.values()].flatMap(({ error }) => error ?? [])
  if (isDone && refusals[0] && refusals.length === ids.length) throw refusals[0]
  if (!isDone) await queueCommand(context, transaction, id)
  return id
}

/**
 * Records a command of an import that is there until the transaction ends.
 * @throws entity_not_found where it was deleted meanwhile
 */
export async function addCommand(
  transaction: Database,
  command: NewCommand,
  itemIds: readonly number[],
): Promise<void> {
  await requireHeld(transaction, command.jobId)
  await insertCommand(transaction, command, itemIds)
}

/** Keeps an import from being deleted until the transaction ends. @throws entity_not_found */
export async function requireHeld(transaction: Database, jobId: number): Promise<void> {
  if (!(await holdJob(transaction, jobId)))
    throw new ApiError('entity_not_found', { resource: 'massimportjob', id: jobId })
}

/** Puts a command into the queue. */
export function queueCommand(
  services: Pick<Services, 'addJob'>,
  database: Database,
  id: string,
): Promise<void> {
  return services.addJob(
    database,
    'run-import-command',
    { command: id },
    { key: `command:${id}`, priority: jobPriority.validate },
  )
}

/** The condition of the items of a job that are no assets yet, and that nothing makes one. */
export function openItemsOf(jobId: number): RawBuilder<SqlBool> {
  const { validating, validated } = importItemStatuses
  return sql<SqlBool>`i.job_id = ${jobId} and i.status not in (${validating}, ${validated})`
}

/** Who works on the import: a user or an application. */
export function actorIdOf({ identity }: Context): number {
  return 'id' in identity ? identity.id : 0
}
