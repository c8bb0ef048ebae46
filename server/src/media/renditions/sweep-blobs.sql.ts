import { sql } from 'kysely'
import { blobsInUse } from '../../ground/blobs/blobs-in-use.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'

/**
 * Deletes the rows of blobs that nothing refers to, first the renditions of originals that are gone, and of
 * moments and pages that are nobody's picture any more. The age
 * is looked at again under the row's lock: an upload that touched the row meanwhile keeps it.
 * @returns their hashes, at most `max`
 */
export function deleteUnusedBlobRows(database: Database, graceMs: number, max: number): Promise<string[]> {
  const before = sql`now() - ${graceMs} * interval '1 millisecond'`
  return withTransaction(database, async (transaction) => {
    await sql`
      delete from rendition r where r.created_at < ${before}
        and not exists (select from entity_file f where f.sha256 = r.source_sha256)
        and not exists (select from entity_version v where v.sha256 = r.source_sha256)
        and not exists (select from import_item i where i.sha256 = r.source_sha256)
        and not exists (select from trash_blob t where t.sha256 = r.source_sha256)
    `.execute(transaction)
    await sql`
      delete from rendition r where r.created_at < ${before} and r.name like '%@%' and not exists (
        select from poster p where p.file_sha256 = r.source_sha256 and p.place::text = split_part(r.name, '@', 2))
    `.execute(transaction)
    const { rows } = await sql<{ sha256: string }>`
      delete from blob b where b.created_at < ${before} and b.sha256 in (
        select sha256 from blob c where c.created_at < ${before}
          and not exists (select from entity_file f where f.sha256 = c.sha256)
          and not exists (select from entity_attachment a where a.sha256 = c.sha256)
          and not exists (select from entity_version v where v.sha256 = c.sha256)
          and not exists (select from import_item i where i.sha256 = c.sha256)
          and not exists (select from track t where t.sha256 = c.sha256)
          and not exists (select from trash_blob t where t.sha256 = c.sha256)
          and not exists (select from branding_image b where b.sha256 = c.sha256)
          and not exists (select from rendition r where r.sha256 = c.sha256)
          and not exists (select from rendition r where r.source_sha256 = c.sha256)
        limit ${max} for update skip locked)
      returning b.sha256
    `.execute(transaction)
    return rows.map((row) => row.sha256)
  })
}

/**
 * Does what deletes blobs while nothing reads them by an older list; where something does, it is not done and
 * answers undefined.
 */
export function whileNobodyReads<T>(database: Database, work: () => Promise<T>): Promise<T | undefined> {
  return database.connection().execute(async (connection) => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${blobsInUse}) taken`.execute(
      connection,
    )
    if (!rows[0]?.taken) return undefined
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${blobsInUse})`.execute(connection)
    }
  })
}
