import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { fingerprintVersion } from '../../media/fingerprint.ts'
import { pictureWords } from './scan-hashes.ts'

/** A row of the table that is new to this server: its hashes alone. */
interface FingerprintChange {
  readonly id: number
  readonly xid: string
  readonly fingerprint: Buffer
}

/** What was read: the rows that may be read again, and from which transaction on the next reading begins. */
export interface FingerprintChanges {
  readonly rows: readonly Pick<FingerprintChange, 'id' | 'xid'>[]
  readonly horizon: string
}

/** So many rows are held at once: 3 MB. */
const portionRows = 20_000

/**
 * Reads the fingerprints that were written by transactions from `horizon` on. All that is committed is in it:
 * the next reading begins at the oldest transaction that was running.
 */
export async function readFingerprintChanges(
  database: Database,
  horizon: string,
  take: (row: FingerprintChange) => void,
): Promise<FingerprintChanges> {
  const { rows: now } = await sql<{
    horizon: string
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text horizon`.execute(database)
  const next = now[0]?.horizon ?? horizon
  const again: Pick<FingerprintChange, 'id' | 'xid'>[] = []
  for (let after: number | undefined = 0; after !== undefined;) {
    const { rows } = await sql<FingerprintChange & { readonly isRecent: boolean }>`
      select id, xid::text xid, substring(fingerprint from 1 for ${pictureWords * 4}) fingerprint, xid >= ${next}::text::xid8 "isRecent"
      from fingerprint where xid >= ${horizon}::text::xid8 and id > ${after} and version = ${fingerprintVersion} and fingerprint is not null
      order by id limit ${portionRows}`.execute(database)
    for (const row of rows) {
      take(row)
      if (row.isRecent) again.push({ id: row.id, xid: row.xid })
    }
    after = rows.length < portionRows ? undefined : rows.at(-1)?.id
  }
  return { rows: again, horizon: next }
}

/** An asset with one of the fingerprints. */
export interface FingerprintedAsset {
  readonly fingerprintId: number
  readonly assetId: number
}

/** The assets whose originals have these fingerprints. Whoever calls decides which may be seen. */
export async function selectAssetsOf(
  database: Database,
  fingerprintIds: readonly number[],
): Promise<FingerprintedAsset[]> {
  const { rows } = await sql<FingerprintedAsset>`
    select p.id "fingerprintId", f.id "assetId" from fingerprint p join entity_file f using (sha256)
    where p.id = any(${[...fingerprintIds]}::bigint[]) and f.resource = 'asset' order by f.id limit 10000`.execute(
    database,
  )
  return rows
}

/** Fingerprints by their ids. */
export async function selectFingerprints(
  database: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Uint8Array>> {
  const rows = await database
    .selectFrom('fingerprint')
    .select(['id', 'fingerprint'])
    .where('id', 'in', [...ids, 0])
    .where('version', '=', fingerprintVersion)
    .execute()
  return new Map(rows.flatMap((row) => (row.fingerprint ? [[row.id, row.fingerprint]] : [])))
}

/** Bytes of assets that have no fingerprint of this version yet. */
const missing = sql`
  from entity_file f left join fingerprint p on p.sha256 = f.sha256 and p.version = ${sql.lit(fingerprintVersion)}
  where f.resource = 'asset' and f.facts ->> 'nature' in ('IMAGE', 'VIDEO', 'DOCUMENT')`

/** Files of assets after one, in the order of their hashes, that have no fingerprint yet. */
export async function selectMissing(database: Database, after: string, max: number): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select distinct f.sha256 ${missing} and p.sha256 is null and f.sha256 > ${after} order by 1 limit ${max}`.execute(
    database,
  )
  return rows.map(({ sha256 }) => sha256)
}

/** How many files of assets there are that can be found by their picture, and how many are ready. */
export async function countFingerprints(
  database: Database,
): Promise<{ readonly ready: number; readonly total: number }> {
  const { rows } = await sql<{ ready: number; total: number }>`
    select count(distinct p.sha256) ready, count(distinct f.sha256) total ${missing}`.execute(database)
  return rows[0] ?? { ready: 0, total: 0 }
}
