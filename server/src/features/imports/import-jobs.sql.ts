import { importItemStatuses, importJobStatuses } from '@cartouche/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { planned } from '../../ground/database/create-pool.ts'
import type { Database } from '../../ground/database/database.ts'
import type { QueryColumn } from './compare-column.ts'

type Condition = RawBuilder<SqlBool>

export interface JobRow {
  readonly id: number
  readonly name: string
  readonly is_active: boolean
  readonly created_at: Date
  readonly modified_at: Date
  readonly owner_id: number
  readonly owner_name: string
  /** One of `importJobStatuses`. */
  readonly status: number
}

/** An order of jobs; those that tie are in the order of creation. */
export interface JobOrder extends QueryColumn {
  readonly descending: boolean
}

const { waiting, analyzing, validating } = importItemStatuses
const hasItems = (...statuses: readonly number[]): Condition =>
  sql`exists (select from import_item i where i.job_id = j.id and i.status in (${sql.join(statuses.map(sql.lit))}))`

/** A job is in the state of the work that is left in it. */
export const jobStatus = sql<number>`(case
  when ${hasItems(waiting, analyzing, validating)} then ${sql.lit(importJobStatuses.outstanding)}
  when ${hasItems(importItemStatuses.ready)} then ${sql.lit(importJobStatuses.ready)}
  when ${hasItems(importItemStatuses.broken)} then ${sql.lit(importJobStatuses.broken)}
  when ${hasItems(importItemStatuses.validated)} then ${sql.lit(importJobStatuses.validated)}
  else ${sql.lit(importJobStatuses.empty)} end)`
/** How many items a job has. */
export const jobCount = sql<number>`(select coalesce(sum(c.count), 0)::bigint from import_count c where c.job_id = j.id)`

/** When a job was started, or the last of its items changed. */
export const jobModified = sql<Date>`greatest(j.created_at, (select max(c.changed_at) from import_count c where c.job_id = j.id))`

const jobColumns = sql`j.id, j.name, j.is_active, j.created_at, ${jobModified} modified_at, j.owner_id, ${jobStatus} status, coalesce((
  select e.props ->> 'name' from entity e where e.resource in ('user', 'application') and e.id = j.owner_id limit 1), '') owner_name`

/** The language in which somebody reads; empty: it is not known. */
export async function selectLocale(
  database: Database,
  { kind, id }: { readonly kind: string; readonly id: number },
): Promise<string> {
  const { rows } = await sql<{ locale: string | null }>`
    select props ->> 'locale' locale from entity where resource = ${kind} and id = ${id}`.execute(database)
  return rows[0]?.locale ?? ''
}

/** Starts an import of an owner. */
export async function insertJob(database: Database, ownerId: number, name: string): Promise<number> {
  const { id } = await database
    .insertInto('import_job')
    .values({ owner_id: ownerId, name, is_active: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A page of the jobs within a condition on `import_job j`, after the last row of the page before. */
export async function selectJobPage(
  database: Database,
  where: Condition,
  { expression, cast, descending }: JobOrder,
  after: readonly (string | null)[] | undefined,
  max: number,
): Promise<(JobRow & { readonly sort: string })[]> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const beyond =
    after === undefined
      ? sql`true`
      : sql`(${expression}, j.id) ${sql.raw(descending ? '<' : '>')} (${after[0] ?? null}::text::${sql.raw(cast)}, ${after[1] ?? null}::text::bigint)`
  const { rows } = await sql<JobRow & { sort: string }>`
    select ${jobColumns}, (${expression})::text sort from import_job j where ${where} and ${beyond}
    order by ${expression} ${direction}, j.id ${direction} limit ${max}`.execute(database)
  return rows
}

/** How many jobs there are within a condition on `import_job j`. */
export async function countJobs(database: Database, where: Condition): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) count from import_job j where ${where}`.execute(database)
  return rows[0]?.count ?? 0
}

/** The names of the jobs within a condition on `import_job j`, by id. */
export async function selectJobNames(
  database: Database,
  where: Condition,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select j.id, j.name from import_job j where ${where}`.execute(database)
  return rows
}

/** One job within a condition on `import_job j`. */
export async function selectJob(
  database: Database,
  id: number,
  scope: Condition,
): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`${sql.raw(planned)}
    select ${jobColumns} from import_job j where j.id = ${id} and ${scope}`.execute(database)
  return rows[0]
}

/** For each of some jobs, whether it lies within each condition on `import_job j`, in their order. */
export async function selectJobDecisions(
  database: Database,
  ids: readonly number[],
  conditions: readonly Condition[],
): Promise<{ id: number; decided: boolean[] }[]> {
  const { rows } = await sql<{ id: number; decided: boolean[] }>`
    select j.id, array[${sql.join(conditions)}]::boolean[] decided from import_job j
    where j.id = any(${[...ids]}::bigint[])`.execute(database)
  return rows
}

/** The newest active job of an owner under a name. */
export async function selectJobByName(
  database: Database,
  ownerId: number,
  name: string,
): Promise<number | undefined> {
  const row = await database
    .selectFrom('import_job')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('name', '=', name)
    .where('is_active', '=', true)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Until the transaction ends, nobody else finds or starts a job under this name by way of this lock. */
export async function lockJobName(transaction: Database, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(4217014, hashtext(${name}))`.execute(transaction)
}

/** How many items jobs have, by status. */
export async function countItems(
  database: Database,
  jobIds: readonly number[],
): Promise<{ job_id: number; status: number; count: number }[]> {
  const { rows } = await sql<{ job_id: number; status: number; count: number }>`
    select job_id, status, sum(count)::bigint count from import_count where job_id = any(${[...jobIds]}::bigint[])
    group by job_id, status having sum(count) > 0`.execute(database)
  return rows
}

/** Adds up what connections counted of items; rows that one of them writes just now are left for later. */
export async function addUpCounts(database: Database): Promise<void> {
  await sql`
    with taken as (
      delete from import_count c using (select ctid from import_count for update skip locked) free where c.ctid = free.ctid
      returning c.job_id, c.status, c.count, c.changed_at)
    insert into import_count as c (job_id, status, backend, count, changed_at)
    select job_id, status, 0, sum(count), max(changed_at) from taken
    where exists (select from import_job j where j.id = job_id) group by job_id, status
    on conflict (job_id, status, backend) do update set count = c.count + excluded.count, changed_at = greatest(c.changed_at, excluded.changed_at)`.execute(
    database,
  )
}

/** Changes what is defined of a job. */
export async function updateJob(
  database: Database,
  id: number,
  {
    name,
    is_active,
    owner_id,
  }: { readonly [Field in 'name' | 'is_active' | 'owner_id']?: JobRow[Field] | undefined },
): Promise<void> {
  await sql`
    update import_job set name = coalesce(${name ?? null}::text, name),
      is_active = coalesce(${is_active ?? null}::boolean, is_active),
      owner_id = coalesce(${owner_id ?? null}::bigint, owner_id)
    where id = ${id}`.execute(database)
}

/**
 * Holds jobs until the transaction ends, as whoever changes or deletes them; answers those that are there.
 */
export async function lockJobs(
  transaction: Database,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from import_job where id = any(${[...ids]}::bigint[]) order by id for update`.execute(
    transaction,
  )
  return rows
}

/** Holds a job until the transaction ends, so that what is added has a job; undefined where it is gone. */
export async function holdJob(
  transaction: Database,
  id: number,
): Promise<Pick<JobRow, 'is_active' | 'owner_id'> | undefined> {
  const { rows } = await sql<Pick<JobRow, 'is_active' | 'owner_id'>>`${sql.raw(planned)}
    select is_active, owner_id from import_job where id = ${id} for share`.execute(transaction)
  return rows[0]
}

/** Deletes jobs with their items, unless some are being turned into assets; false then. */
export async function deleteJobs(transaction: Database, ids: readonly number[]): Promise<boolean> {
  const among = sql<SqlBool>`j.id = any(${[...ids]}::bigint[])`
  const busy = await countJobs(transaction, sql<SqlBool>`${among} and ${hasItems(validating)}`)
  if (busy > 0) return false
  await sql`delete from import_job j where ${among}`.execute(transaction)
  return true
}
