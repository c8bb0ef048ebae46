import { importItemStatuses } from '@cartouche/contract'
import { sql, type SqlBool } from 'kysely'
import { planned } from '../../ground/database/create-pool.ts'
import type { Database } from '../../ground/database/database.ts'

const { waiting, analyzing, ready, broken } = importItemStatuses

/** An import whose files are all inspected. */
export interface InspectedImport {
  readonly job_id: number
  readonly owner_id: number
  readonly name: string
  readonly ready: number
  readonly broken: number
}

/** That no file of an import `j` is still to be inspected. */
const isInspected = sql<SqlBool>`not exists (
  select from import_item i where i.job_id = j.id and i.status in (${sql.lit(waiting)}, ${sql.lit(analyzing)}))`

/** Whether all files of the import of an item are inspected. */
export async function isImportInspected(database: Database, itemId: number): Promise<boolean> {
  const { rows } = await sql`${sql.raw(planned)}
    select from import_job j where id = (select job_id from import_item where id = ${itemId}) and ${isInspected}`.execute(
    database,
  )
  return rows.length > 0
}

/**
 * The import of an item, held until the transaction ends; undefined while another of its files is still to be
 * inspected, or where nothing waits to be described.
 */
export async function selectInspectedImport(
  database: Database,
  itemId: number,
): Promise<InspectedImport | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from import_job j where id = (select job_id from import_item where id = ${itemId}) and ${isInspected} for update`.execute(
    database,
  )
  const [job] = rows
  if (!job) return undefined
  const {
    rows: [counted],
  } = await sql<InspectedImport>`
    select j.id job_id, j.owner_id, j.name, count(*) filter (where i.status = ${ready}) ready, count(*) filter (where i.status = ${broken}) broken
    from import_job j join import_item i on i.job_id = j.id where j.id = ${job.id} group by j.id having count(*) filter (where i.status in (${ready}, ${broken})) > 0`.execute(
    database,
  )
  return counted
}

/** Takes away what a person was notified of about an import before. */
export async function deleteImportNotices(database: Database, userId: number, jobId: number): Promise<void> {
  await sql`delete from notification where user_id = ${userId} and type = 'import_done' and data ->> 'jobId' = ${String(jobId)}`.execute(
    database,
  )
}
