import { sql } from 'kysely'
import type { StorageLimit, StorageUse } from '@cartouche/contract'
import { planned } from '../../ground/database/create-pool.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'

/** Who can have a limit. */
export interface LimitHolder {
  readonly resource: 'user' | 'role'
  readonly id: number
}

const none: StorageLimit = { sizeBytes: null, files: null }

/**
 * What the files of some people take, and what they may: the smaller of a person's own limit and that of
 * their role.
 */
export async function selectStorageUses(
  database: Database,
  ownerIds: readonly number[],
): Promise<ReadonlyMap<number, StorageUse>> {
  if (ownerIds.length === 0) return new Map()
  const { rows } = await sql<{
    id: number
    sizeBytes: number
    files: number
    maxBytes: number | null
    maxFiles: number | null
  }>`${sql.raw(planned)}
    select o.id, u.size_bytes "sizeBytes", u.files,
      least(own.size_bytes, role.size_bytes) "maxBytes", least(own.files, role.files) "maxFiles"
    from unnest(${[...ownerIds]}::bigint[]) o(id)
    cross join lateral (
      select coalesce(sum(size_bytes), 0)::bigint size_bytes, coalesce(sum(files), 0)::bigint files
      from storage_use where owner_id = o.id) u
    left join storage_limit own on own.resource = 'user' and own.id = o.id
    left join link l on l.resource = 'user' and l.id = o.id and l.field = 'role'
    left join storage_limit role on role.resource = 'role' and role.id = l.target_id`.execute(database)
  return new Map(
    rows.map(({ id, sizeBytes, files, maxBytes, maxFiles }) => [
      id,
      { sizeBytes, files, limit: { sizeBytes: maxBytes, files: maxFiles } },
    ]),
  )
}

/** The same of one person. */
export async function selectStorageUse(database: Database, ownerId: number): Promise<StorageUse> {
  return (
    (await selectStorageUses(database, [ownerId])).get(ownerId) ?? { sizeBytes: 0, files: 0, limit: none }
  )
}

/**
 * Whoever else adds files of a person waits until the transaction ends. What is read afterwards counts the
 * files of whoever had it before.
 */
export async function lockStorageOf(transaction: Database, ownerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(4217024, hashint8(${ownerId}::bigint))`.execute(transaction)
}

/** The limit that a person or a role has of its own. */
export async function selectStorageLimit(
  database: Database,
  { resource, id }: LimitHolder,
): Promise<StorageLimit> {
  const row = await database
    .selectFrom('storage_limit')
    .select(['size_bytes as sizeBytes', 'files'])
    .where('resource', '=', resource)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? none
}

/** Gives a person or a role another limit. */
export async function upsertStorageLimit(
  database: Database,
  { resource, id }: LimitHolder,
  { sizeBytes, files }: StorageLimit,
): Promise<void> {
  const row = { size_bytes: sizeBytes, files }
  await database
    .insertInto('storage_limit')
    .values({ resource, id, ...row })
    .onConflict((conflict) => conflict.columns(['resource', 'id']).doUpdateSet(row))
    .execute()
}

/** Makes the rows of each owner one; those that somebody else takes just now are left for later. */
export async function addUpStorage(database: Database): Promise<void> {
  await sql`
    with taken as (
      delete from storage_use u using (
        select ctid from storage_use where owner_id in (select owner_id from storage_use group by owner_id having count(*) > 1)
        for update skip locked) free
      where u.ctid = free.ctid returning u.owner_id, u.size_bytes, u.files)
    insert into storage_use (owner_id, size_bytes, files)
    select owner_id, sum(size_bytes), sum(files) from taken group by owner_id having sum(size_bytes) <> 0 or sum(files) <> 0`.execute(
    database,
  )
}

/** Of the recount, which reads every row of a file. */
const recountTimeoutMs = 600_000

/** Puts right what differs from the files there are. @returns of how many owners that was so */
export function recountStorage(database: Database): Promise<number> {
  return withTransaction(database, async (transaction) => {
    await sql`select set_config('statement_timeout', ${String(recountTimeoutMs)}, true)`.execute(transaction)
    const { rows } = await sql<{ corrected: number }>`select recount_storage() corrected`.execute(transaction)
    return rows[0]?.corrected ?? 0
  })
}
