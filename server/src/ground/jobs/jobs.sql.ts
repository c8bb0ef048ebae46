import { sql } from 'kysely'
import { planned } from '../database/create-pool.ts'
import type { Database } from '../database/database.ts'
import type { QueuedJobs } from '../metrics/metrics.ts'
import type { AddJob } from '../services.ts'

/**
 * First key of the advisory locks of job runners; the second is a hash of the runner's id. A session that
 * ends, however its process ended, releases it: a runner whose lock is free is dead.
 */
export const runnerLockClass = 4_217_010
/**
 * Held while a runner starts or the dead are looked for, so that a runner without its lock yet is never taken
 * for dead.
 */
export const startLock = 4_217_011

/** How often a job is run before it is given up, its reason kept with it. */
const maxAttempts = 25

/** Puts a job into the queue; one that waits under the same key is replaced. */
export async function insertJob(
  database: Database,
  task: string,
  payload: object,
  { key, priority = 0, runAt, queue }: NonNullable<Parameters<AddJob>[3]>,
): Promise<void> {
  await sql`${sql.raw(planned)}
    select from graphile_worker.add_job(${task}::text, payload := ${JSON.stringify(payload)}::json, job_key := ${key ?? null}::text, run_at := ${runAt ?? null}::timestamptz, priority := ${priority}::int, queue_name := ${queue ?? null}::text, max_attempts := ${maxAttempts}::int)
  `.execute(database)
}

/**
 * Frees the jobs that dead runners hold, and the named queues, which wait for such a job. Values: the class
 * of the runners' locks.
 */
export const releaseDeadRunners = `
  with dead as (
    select id from (select locked_by id from graphile_worker._private_jobs union select locked_by from graphile_worker._private_job_queues) held
    where id is not null and not exists (
      select from pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.database = (select oid from pg_database where datname = current_database())
        and l.classid::bigint = $1 and l.objid::bigint = (hashtext(held.id)::bigint & 4294967295))
  ), queue as (
    update graphile_worker._private_job_queues q set locked_by = null, locked_at = null from dead where q.locked_by = dead.id
  )
  update graphile_worker._private_jobs j set locked_by = null, locked_at = null, last_error = coalesce(last_error, 'The worker was ended while it ran this job.')
  from dead where j.locked_by = dead.id returning j.id`

/**
 * Gives back what a runner that stops did not end, and does not count it against the job. Values: the
 * runner's id.
 */
export const returnJobs = `
  update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = greatest(attempts - 1, 0) where locked_by = $1`

/**
 * Makes jobs due that were put in, or failed, at a time that is yet to come: the clock was set back since.
 * They keep their order. A moment that somebody named is later than that at which the job was put in.
 */
export const bringJobsBack = `
  with job as (
    select id, run_at, greatest(created_at, updated_at) at from graphile_worker._private_jobs
    where is_available and run_at > now() and greatest(created_at, updated_at) > now() and (attempts > 0 or run_at <= greatest(created_at, updated_at))
    for update skip locked)
  update graphile_worker._private_jobs j set run_at = least(now(), now() - ((select max(at) from job) - job.run_at)),
    created_at = least(created_at, now()), updated_at = least(updated_at, now())
  from job where j.id = job.id`

/** Has no recurring task have run later than now. Values: what a server's clock says. */
export const forgetLaterCronRuns = `
  update graphile_worker._private_known_crontabs set last_execution = $1::timestamptz where last_execution > $1::timestamptz + interval '2 minutes'`

/** Jobs by their tasks, of all servers; a retry that waits for its time is scheduled. */
export async function selectQueue(database: Database): Promise<QueuedJobs[]> {
  const { rows } = await sql<QueuedJobs>`
    with job as (
      select task_id, run_at, case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
        when run_at > now() then 'scheduled' else 'waiting' end state
      from graphile_worker._private_jobs)
    select t.identifier task, count(*) filter (where state = 'waiting') waiting, count(*) filter (where state = 'scheduled') scheduled,
      count(*) filter (where state = 'running') running, count(*) filter (where state = 'failed') failed,
      coalesce(extract(epoch from now() - min(run_at) filter (where state = 'waiting')), 0)::float8 "oldestSeconds"
    from graphile_worker._private_tasks t left join job on job.task_id = t.id group by t.identifier order by t.identifier
  `.execute(database)
  return rows
}

/** Whether some process works on the queue of this database. */
export async function hasRunner(database: Database): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = ${runnerLockClass}
      and database = (select oid from pg_database where datname = current_database()) limit 1`.execute(
    database,
  )
  return rows.length > 0
}
