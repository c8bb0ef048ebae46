import { importItemStatuses } from '@cartouche/contract'
import { sql } from 'kysely'
import { planned } from '../../ground/database/create-pool.ts'
import type { Database } from '../../ground/database/database.ts'
import type { Inspection } from '../../media/inspection.ts'
import type { FittedMetadata } from './fit-metadata.ts'
import type { ItemRow, StoredProblem } from './imports.sql.ts'
import { projectionOf } from './item-keys.ts'

const { waiting, analyzing, validating } = importItemStatuses

/** Marks an item as being inspected; undefined where it is gone or was inspected already. */
export async function startInspection(
  database: Database,
  id: number,
): Promise<{ sha256: string; file_name: string } | undefined> {
  const { rows } = await sql<{ sha256: string; file_name: string }>`${sql.raw(planned)}
    update import_item set status = ${sql.lit(analyzing)}, changed_at = now()
    where id = ${id} and status in (${sql.lit(waiting)}, ${sql.lit(analyzing)}) returning sha256, file_name`.execute(
    database,
  )
  return rows[0]
}

/** Has items inspected once more that were inspected before; answers which. What people wrote stays. */
export async function restartInspection(database: Database, ids: readonly number[]): Promise<number[]> {
  const rows = await database
    .updateTable('import_item')
    .set({ status: waiting, changed_at: sql<Date>`now()` })
    .where('id', 'in', [...ids])
    .where('status', 'in', [importItemStatuses.ready, importItemStatuses.broken])
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Whether an item still waits for what its inspection finds: it was neither deleted nor settled. */
export async function isInspectionWanted(database: Database, id: number): Promise<boolean> {
  return (
    (await database
      .selectFrom('import_item')
      .select('id')
      .where('id', '=', id)
      .where('status', 'in', [waiting, analyzing])
      .executeTakeFirst()) !== undefined
  )
}

/** An item whose inspection is not settled. */
export type InspectedItem = Pick<ItemRow, 'id' | 'file_name' | 'resource' | 'metadata' | 'set_aside'>

/** An item whose inspection is not settled, held until the transaction ends; undefined where it is. */
export async function lockInspectedItem(database: Database, id: number): Promise<InspectedItem | undefined> {
  const { rows } = await sql<InspectedItem>`${sql.raw(planned)}
    select id, file_name, resource, metadata, set_aside from import_item
    where id = ${id} and status in (${sql.lit(waiting)}, ${sql.lit(analyzing)}) for update`.execute(database)
  return rows[0]
}

/** What an inspection found, and the values of the item with it. */
export interface Settled extends FittedMetadata {
  readonly status: 'ready' | 'broken'
  readonly inspection: Inspection | null
  readonly problems: readonly StoredProblem[]
}

/** Writes what an inspection of an item found that is locked, and what it is searched by. */
export async function settleInspection(
  transaction: Database,
  { id, file_name }: InspectedItem,
  { status, inspection, problems, metadata, setAside }: Settled,
): Promise<void> {
  const { keys, words } = projectionOf({ file_name, inspection, metadata })
  // Of the problems, what is known of the name stays.
  await sql`${sql.raw(planned)}
    update import_item set status = ${importItemStatuses[status]}, inspection = ${JSON.stringify(inspection)}::jsonb,
      problems = (
        select coalesce(jsonb_agg(p), '[]') from jsonb_array_elements(problems) p where p ->> 'code' = 'name_decoded'
      ) || ${JSON.stringify(problems)}::jsonb,
      metadata = ${JSON.stringify(metadata)}::jsonb, set_aside = ${JSON.stringify(setAside)}::jsonb,
      keys = ${JSON.stringify(keys)}::jsonb, words = array_to_tsvector(${words}::text[]),
      projection = projection + 1, changed_at = now()
    where id = ${id}`.execute(transaction)
}

/** Items that wait for a job that is not in the queue, or that was given up with a reason. */
export async function selectLostItems(
  database: Database,
): Promise<{ id: number; reason: string | null; given_up: boolean }[]> {
  const { rows } = await sql<{ id: number; reason: string | null; given_up: boolean }>`
    select i.id, q.last_error reason, q.id is not null given_up from import_item i left join graphile_worker._private_jobs q on q.key = 'inspect:' || i.id
    where i.status in (${waiting}, ${analyzing}) and i.changed_at < now() - interval '1 minute' and (q.id is null or (q.attempts >= q.max_attempts and q.locked_at is null))
    limit 1000`.execute(database)
  return rows
}

/** Items of a job whose inspection is not done and not in the queue, or was given up, in order of upload. */
export async function selectUnqueuedItems(database: Database, jobId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select i.id from import_item i left join graphile_worker._private_jobs q on q.key = 'inspect:' || i.id
    where i.job_id = ${jobId} and i.status in (${waiting}, ${analyzing})
      and (q.id is null or (q.attempts >= q.max_attempts and q.locked_at is null)) order by i.id`.execute(
    database,
  )
  return rows.map(({ id }) => id)
}

/** Commands that are not done and whose job is not in the queue any more. */
export async function selectLostCommands(
  database: Database,
): Promise<{ id: string; reason: string | null; given_up: boolean }[]> {
  const { rows } = await sql<{ id: string; reason: string | null; given_up: boolean }>`
    select c.id, q.last_error reason, q.id is not null given_up from import_command c left join graphile_worker._private_jobs q on q.key = 'command:' || c.id
    where c.done_at is null and c.created_at < now() - interval '1 minute' and (q.id is null or (q.attempts >= q.max_attempts and q.locked_at is null))
    limit 1000`.execute(database)
  return rows
}

/** An item whose work is not done. */
export interface UnfinishedItem {
  readonly id: number
  readonly fileName: string
  /**
   * Its work runs, or is about to; false where it waits for another try, was given up, or has lost its job.
   */
  readonly isMoving: boolean
  readonly attempts: number
  readonly isGivenUp: boolean
  /** Why the last try failed. */
  readonly reason: string | null
}

const unfinished = sql`
  import_item i left join graphile_worker._private_jobs q
    on q.key = case when i.status = ${sql.lit(validating)} then 'command:' || i.validated_by else 'inspect:' || i.id end`
const isMoving = sql`(q.id is not null and (q.locked_at is not null or (q.attempts < q.max_attempts and q.run_at <= now())))`

/** How many items of a job are being worked on or about to be: those that wait for another try are not. */
export async function countMoving(database: Database, jobId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) count from ${unfinished}
    where i.job_id = ${jobId} and i.status in (${waiting}, ${analyzing}, ${validating}) and ${isMoving}`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}

/** Items of a job whose inspection or validation is not done, in the order of upload. */
export async function selectUnfinished(database: Database, jobId: number): Promise<UnfinishedItem[]> {
  const { rows } = await sql<UnfinishedItem>`
    select i.id, i.file_name "fileName", ${isMoving} "isMoving", coalesce(q.attempts, 0) attempts,
      coalesce(q.attempts >= q.max_attempts, false) "isGivenUp", q.last_error reason
    from ${unfinished} where i.job_id = ${jobId} and i.status in (${waiting}, ${analyzing}, ${validating}) order by i.id`.execute(
    database,
  )
  return rows
}
