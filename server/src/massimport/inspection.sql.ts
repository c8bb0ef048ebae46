import { importItemStatuses } from '@cartouche/contract'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Inspection } from '../media/inspect-file.ts'
import type { ItemMetadata } from './item-metadata.ts'
import type { StoredProblem } from './massimport.sql.ts'

const { waiting, analyzing } = importItemStatuses

/** Marks an item as being inspected; undefined where it is gone or was inspected already. */
export async function startInspection(database: Database, id: number): Promise<{ sha256: string; file_name: string } | undefined> {
  return database.updateTable('import_item').set({ status: analyzing, changed_at: sql<Date>`now()` })
    .where('id', '=', id).where('status', 'in', [waiting, analyzing]).returning(['sha256', 'file_name']).executeTakeFirst()
}

/** Whether an item still waits for what its inspection finds: it was neither deleted nor settled. */
export async function isInspectionWanted(database: Database, id: number): Promise<boolean> {
  return await database.selectFrom('import_item').select('id').where('id', '=', id).where('status', 'in', [waiting, analyzing]).executeTakeFirst() !== undefined
}

/** Writes what an inspection found. An item that was deleted or settled meanwhile is left alone. */
export async function settleInspection(database: Database, id: number, found: {
  readonly status: 'ready' | 'broken'; readonly inspection: Inspection | null; readonly problems: readonly StoredProblem[]; readonly metadata: ItemMetadata
}): Promise<void> {
  await database.updateTable('import_item').set({
    status: importItemStatuses[found.status], inspection: JSON.stringify(found.inspection), problems: JSON.stringify(found.problems),
    // What somebody wrote while the file was inspected stands above what the file proposes.
    metadata: sql<string>`${JSON.stringify(found.metadata)}::jsonb || metadata`, changed_at: sql<Date>`now()`,
  }).where('id', '=', id).where('status', 'in', [waiting, analyzing]).execute()
}

/** Items that wait for a job that is not in the queue, or that was given up with a reason. */
export async function selectLostItems(database: Database): Promise<{ id: number; reason: string | null; given_up: boolean }[]> {
  const { rows } = await sql<{ id: number; reason: string | null; given_up: boolean }>`
    select i.id, q.last_error reason, q.id is not null given_up from import_item i left join graphile_worker._private_jobs q on q.key = 'inspect:' || i.id
    where i.status in (${waiting}, ${analyzing}) and i.changed_at < now() - interval '1 minute' and (q.id is null or (q.attempts >= q.max_attempts and q.locked_at is null))
    limit 1000`.execute(database)
  return rows
}

/** Validations that are not done and whose job is not in the queue any more. */
export async function selectLostValidations(database: Database): Promise<{ id: string; reason: string | null; given_up: boolean }[]> {
  const { rows } = await sql<{ id: string; reason: string | null; given_up: boolean }>`
    select c.id, q.last_error reason, q.id is not null given_up from import_command c left join graphile_worker._private_jobs q on q.key = 'validate:' || c.id
    where c.kind = 'validate' and c.done_at is null and c.created_at < now() - interval '1 minute' and (q.id is null or (q.attempts >= q.max_attempts and q.locked_at is null))
    limit 1000`.execute(database)
  return rows
}
