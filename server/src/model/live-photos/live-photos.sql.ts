import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { insertJob } from '../../ground/jobs/jobs.sql.ts'
import { jobPriority } from '../../ground/jobs/task.ts'
import type { Nature } from '../../media/media-types.ts'

/** The picture or the film of a Live Photo. */
export interface LivePart {
  readonly id: number
  readonly identifier: string
  readonly name: string
  readonly nature: Nature | null
  readonly fileName: string
  readonly durationSeconds: number | null
  /** Whether it says that it is `Live`. */
  readonly isLive: boolean
  readonly isPanorama: boolean
}

/** More than this have one identifier only where it was copied. */
const maxRead = 1000

/**
 * The assets with these identifiers, a thousand of each at most, the oldest first. They are found by the
 * index of words. Whoever calls decides which of them may be seen.
 */
export async function selectParts(database: Database, identifiers: readonly string[]): Promise<LivePart[]> {
  if (identifiers.length === 0) return []
  // Materialized: a limit would have the planner walk all assets by their ids until it has found so many.
  const { rows } = await sql<LivePart>`
    with wanted as (select distinct identifier from unnest(${[...identifiers]}::text[]) wanted(identifier)),
    found as materialized (
      select w.identifier, own.id from wanted w cross join lateral (
        select s.id from search s where s.resource = 'asset' and s.words @@ plainto_tsquery('simple', w.identifier)) own)
    select * from (
    select e.id, found.identifier, row_number() over (partition by found.identifier order by e.id) at, coalesce(nullif(e.props ->> 'name', ''), f.file_name) name, f.facts ->> 'nature' nature, f.file_name "fileName",
      case when jsonb_typeof(e.props -> 'duration') = 'number' then (e.props ->> 'duration')::float8 end "durationSeconds",
      coalesce(e.props ->> 'metadata.form' = 'Live', false) "isLive", e.props -> 'metadata.panorama' is not null "isPanorama"
    from found join entity e on e.resource = 'asset' and e.id = found.id join entity_file f on f.resource = e.resource and f.id = e.id
    where e.props ->> 'metadata.livephoto' = found.identifier) part where at <= ${maxRead} order by id
  `.execute(database)
  return rows
}

/**
 * Says of assets with this identifier that they are `Live`, or no longer. Their version stays, so that
 * whoever edits one has no conflict.
 * @returns the ids of those that changed, which are held until the transaction ends
 */
export async function updateLive(
  database: Database,
  identifier: string,
  ids: readonly number[],
  isLive: boolean,
): Promise<number[]> {
  // In the order of their ids, so that two writers never wait for each other.
  const { rows } = await sql<{ id: number }>`
    with held as (
      select id from entity where resource = 'asset' and id = any(${[...ids]}::bigint[]) and props ->> 'metadata.livephoto' = ${identifier}
      order by id for no key update)
    update entity e set props = case when ${isLive}::boolean then e.props || '{"metadata.form": "Live"}' else e.props - 'metadata.form' end
    from held where e.resource = 'asset' and e.id = held.id returning e.id
  `.execute(database)
  return rows.map(({ id }) => id)
}

/**
 * Has the pictures with these identifiers looked at once more, after the transaction: a part of them came or
 * went.
 * @param identifiers what assets hold; those that hold none are passed over
 */
export async function queuePairing(database: Database, identifiers: readonly unknown[]): Promise<void> {
  const known = [...new Set(identifiers.filter((one) => typeof one === 'string'))]
  if (known.length === 0) return
  // One after another: of two parts that come at once, the second job sees both.
  const options = { queue: 'live-photos', priority: jobPriority.inspect }
  await insertJob(database, 'pair-live-photos', { identifiers: known }, options)
}
