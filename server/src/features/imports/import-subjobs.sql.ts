import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../ground/database/database.ts'

/** The jobs directly under some jobs, within a condition on `import_job j`, the oldest first. */
export async function selectSubjobs(
  database: Database,
  jobIds: readonly number[],
  scope: RawBuilder<SqlBool>,
): Promise<{ job_id: number; id: number; name: string }[]> {
  const { rows } = await sql<{ job_id: number; id: number; name: string }>`
    select s.job_id, j.id, j.name from import_subjob s join import_job j on j.id = s.subjob_id
    where s.job_id = any(${[...jobIds]}::bigint[]) and ${scope} order by j.id`.execute(database)
  return rows
}

/** The ids of all jobs under some jobs, directly or through others. */
export async function selectSubjobIds(database: Database, jobIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive under (id) as (
      select subjob_id from import_subjob where job_id = any(${[...jobIds]}::bigint[])
      union select s.subjob_id from import_subjob s join under u on s.job_id = u.id)
    select id from under`.execute(database)
  return rows.map(({ id }) => id)
}

/** Until the transaction ends, nobody else puts jobs under others: two changes could make a circle. */
export async function lockSubjobs(transaction: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(4217022)`.execute(transaction)
}

/** Puts jobs under a job; those that are there already stay. */
export async function insertSubjobs(
  database: Database,
  jobId: number,
  subjobIds: readonly number[],
): Promise<void> {
  await sql`
    insert into import_subjob (job_id, subjob_id) select ${jobId}, unnest(${[...subjobIds]}::bigint[])
    on conflict do nothing`.execute(database)
}

/** Takes jobs from under a job, all of them without ids. */
export async function deleteSubjobs(
  database: Database,
  jobId: number,
  subjobIds?: readonly number[],
): Promise<void> {
  await sql`
    delete from import_subjob where job_id = ${jobId}
      and ${subjobIds ? sql`subjob_id = any(${[...subjobIds]}::bigint[])` : sql`true`}`.execute(database)
}
