import { sql } from 'kysely'
import type { HeldBlob } from '../../ground/blobs/blob-store.ts'
import type { Database } from '../../ground/database/database.ts'

/** Blobs that the database has, by their hashes, after one. */
export async function selectBlobsAfter(
  database: Database,
  after: string,
  limit: number,
): Promise<HeldBlob[]> {
  const { rows } = await sql<HeldBlob>`
    select sha256, size_bytes::float8 "sizeBytes" from blob where sha256 > ${after} order by sha256 limit ${limit}`.execute(
    database,
  )
  return rows
}

/** Those of the hashes that the database does not have. */
export async function selectUnknown(database: Database, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select h.sha256 from unnest(${[...hashes]}::text[]) h (sha256) where not exists (select from blob b where b.sha256 = h.sha256)`.execute(
    database,
  )
  return rows.map(({ sha256 }) => sha256)
}

/** What a blob is, some at most, the most precious first: `the original sea.jpg of asset 12`. */
export async function selectUses(database: Database, sha256: string): Promise<string[]> {
  const { rows } = await sql<{ use: string }>`
    (select format('the original %s of %s %s', file_name, resource, id) use
      from entity_file where sha256 = ${sha256} order by id limit 5)
    union all
    (select format('version %s, %s, of %s %s', number, file_name, resource, id)
      from entity_version where sha256 = ${sha256} order by id, number limit 5)
    union all
    (select format('the rendition %s of %s of %s %s', r.name, f.file_name, f.resource, f.id)
      from rendition r join entity_file f on f.sha256 = r.source_sha256
      where r.sha256 = ${sha256} order by f.id limit 5)`.execute(database)
  return rows.map(({ use }) => use)
}

/** Those of the hashes that the database has. */
export async function selectBlobs(database: Database, hashes: readonly string[]): Promise<HeldBlob[]> {
  const { rows } = await sql<HeldBlob>`
    select sha256, size_bytes::float8 "sizeBytes" from blob where sha256 = any(${[...hashes]}::text[])`.execute(
    database,
  )
  return rows
}

/** How many files there are, and their bytes. */
export async function countBlobs(
  database: Database,
): Promise<{ readonly allFiles: number; readonly allBytes: number }> {
  const { rows } = await sql<{ allFiles: number; allBytes: number }>`
    select count(*)::float8 "allFiles", coalesce(sum(size_bytes), 0)::float8 "allBytes" from blob`.execute(
    database,
  )
  return rows[0] ?? { allFiles: 0, allBytes: 0 }
}
