import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { RunFailure } from './run-failure.ts'

/** What looks after a library: backups, their checks, and the reading of all its files. */
export const runKinds = ['backup', 'check', 'verify'] as const
export type RunKind = (typeof runKinds)[number]

/**
 * How a run ended: `faults`: to its end, and files are missing or damaged; `stopped`: with its server.
 */
export type RunOutcome = 'done' | 'faults' | 'failed' | 'stopped'

/** A file that is missing or damaged. */
export interface RunFault {
  readonly sha256: string
  readonly reason: string
  /** What it is, where that is known. */
  readonly uses?: readonly string[]
  readonly isRepaired?: boolean
}

export interface Run {
  readonly kind: RunKind
  readonly beganAt: Date
  readonly endedAt: Date | null
  /** Null while it is under way. */
  readonly outcome: RunOutcome | null
  readonly place: string | null
  readonly backup: string | null
  readonly figures: Readonly<Record<string, number>>
  readonly message: string | null
  /** What `message` says, where the error table has it. */
  readonly error: RunFailure | null
  readonly faults: readonly RunFault[]
}

/** First key of the advisory locks of runs; the second is the place of their kind. */
const runLockClass = 4_217_032

/** Values: the kind's place. The lock is the session's. A table without errors is an older version's. */
export const takeRunLock = `
  select pg_try_advisory_lock(${runLockClass}, $1::int) taken, exists (
    select from pg_attribute where attrelid = to_regclass('public.maintenance_run') and attname = 'error') "isKept"`

/** Whoever holds the lock knows that what is open ended with its process. Values: kind, place. */
export const insertRun = `
  with ended as (update maintenance_run set ended_at = now(), outcome = 'stopped' where kind = $1 and ended_at is null),
    old as (delete from maintenance_run where kind = $1 and ended_at is not null
      and began_at < now() - case when $1 = 'verify' then interval '2 days' else interval '2 years' end)
  insert into maintenance_run (kind, place) values ($1, $2) returning id::text`

/** Values: id, figures. */
export const updateRun = 'update maintenance_run set figures = $2 where id = $1 and ended_at is null'

/** Values: id, outcome, backup, figures, message, error, faults, position. */
export const finishRun = `
  update maintenance_run set ended_at = now(), outcome = $2, backup = $3, figures = $4, message = $5, error = $6,
    faults = $7, position = $8 where id = $1`

/** The last runs of each kind, the newest first; what is open and has no lock was stopped. */
export async function selectRuns(database: Database, maxEach: number): Promise<Run[]> {
  const { rows } = await sql<Run>`
    select r.kind, r.began_at "beganAt", r.place, r.backup, r.figures, r.message, r.error, r.faults,
      case when r.outcome is null and l.lock is null then r.began_at else r.ended_at end "endedAt",
      case when r.outcome is null and l.lock is null then 'stopped' else r.outcome end outcome
    from unnest(${runKinds as readonly string[]}::text[]) with ordinality k (kind, place)
    left join lateral (
      select 1 as lock from pg_locks where locktype = 'advisory' and granted and objsubid = 2 and classid::bigint = ${runLockClass}
        and objid::bigint = k.place - 1 and database = (select oid from pg_database where datname = current_database()) limit 1) l on true
    cross join lateral (
      select * from maintenance_run m where m.kind = k.kind order by m.began_at desc, m.id desc limit ${maxEach}) r
    order by r.began_at desc, r.id desc`.execute(database)
  return rows
}

/** The last run of each kind that was as it should be. */
export async function selectLastGood(
  database: Database,
): Promise<Pick<Run, 'kind' | 'beganAt' | 'endedAt' | 'backup'>[]> {
  const { rows } = await sql<Pick<Run, 'kind' | 'beganAt' | 'endedAt' | 'backup'>>`
    select distinct on (kind) kind, began_at "beganAt", ended_at "endedAt", backup from maintenance_run
    where outcome = 'done' order by kind, began_at desc`.execute(database)
  return rows
}

/** Since when each task of the queue is run by itself. */
export async function selectScheduledSince(database: Database): Promise<Map<string, Date>> {
  const { rows } = await sql<{ task: string; since: Date }>`
    select identifier task, known_since since from graphile_worker._private_known_crontabs`.execute(database)
  return new Map(rows.map(({ task, since }) => [task, since]))
}

/** Whether a backup was ever made at a place. */
export async function selectHadBackup(database: Database, place: string): Promise<boolean> {
  const { rows } = await sql`
    select from maintenance_run where kind = 'backup' and place = ${place} and outcome in ('done', 'faults') limit 1`.execute(
    database,
  )
  return rows.length > 0
}

/** What the last part of a round through all files came to. */
export async function selectLastPart(
  database: Database,
): Promise<(Pick<Run, 'figures' | 'faults'> & { readonly position: string | null }) | undefined> {
  const { rows } = await sql<Pick<Run, 'figures' | 'faults'> & { position: string | null }>`
    select figures, faults, position from maintenance_run where kind = 'verify' and outcome in ('done', 'faults')
    order by began_at desc, id desc limit 1`.execute(database)
  return rows[0]
}
