import { sql } from 'kysely'
import type { Database } from '../../ground/database/database.ts'
import { fingerprintVersion, hashBytes } from '../../media/fingerprint.ts'
import type { Hashes } from './near-hashes.ts'

/** So many hashes are read at once: less than a megabyte. */
const portionRows = 50_000
const rowBytes = 8 + hashBytes

/** The hashes of all whole pictures. */
export async function readHashes(database: Database): Promise<Hashes> {
  const portions: Buffer[] = []
  for (let after: number | undefined = 0; after !== undefined;) {
    const { rows } = await sql<{ packed: Buffer | null; last: number | null }>`
      select string_agg(int8send(id) || substring(fingerprint from 1 for ${hashBytes}), ''::bytea order by id) packed, max(id) last
      from (select id, fingerprint from fingerprint
        where id > ${after} and version = ${fingerprintVersion} and fingerprint is not null order by id limit ${portionRows}) p`.execute(
      database,
    )
    const packed: Buffer = rows[0]?.packed ?? Buffer.alloc(0)
    portions.push(packed)
    after = packed.length < portionRows * rowBytes ? undefined : (rows[0]?.last ?? undefined)
  }
  const all = Buffer.concat(portions)
  const count = all.length / rowBytes
  const ids = new Float64Array(count)
  const words = new Uint32Array(2 * count)
  for (let row = 0; row < count; row++) {
    const at = row * rowBytes
    ids[row] = Number(all.readBigInt64BE(at))
    words[2 * row] = all.readUInt32LE(at + 8)
    words[2 * row + 1] = all.readUInt32LE(at + 12)
  }
  return { ids, words }
}

/** A fingerprint that was not compared yet. */
export interface UncomparedPicture {
  readonly id: number
  /** Null: there is nothing to compare. */
  readonly fingerprint: Buffer | null
  readonly xid: string
}

/** Some of them. Pages of documents look alike and are none: they have no picture to compare. */
export async function selectUncompared(database: Database, max: number): Promise<UncomparedPicture[]> {
  const { rows } = await sql<UncomparedPicture>`
    select p.id, p.xid::text xid, case when p.version = ${fingerprintVersion} and not exists (
        select from entity_file f where f.sha256 = p.sha256 and f.facts ->> 'nature' = 'DOCUMENT') then p.fingerprint end fingerprint
    from fingerprint p where not p.compared order by p.id limit ${max}`.execute(database)
  return rows
}

/** How many there are. */
export async function countUncompared(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from fingerprint where not compared`.execute(database)
  return rows[0]?.count ?? 0
}

/** Two fingerprints of one picture. */
export interface Pair {
  readonly one: number
  readonly other: number
  readonly score: number
  readonly mirrored: boolean
}

/**
 * Notes what was found for some pictures, in place of what was found before. What was made again meanwhile
 * is compared again.
 */
export async function settleCompared(
  database: Database,
  compared: readonly UncomparedPicture[],
  pairs: readonly Pair[],
): Promise<void> {
  const ids = compared.map(({ id }) => id)
  await sql`delete from duplicate_pair where one = any(${ids}::bigint[]) or other = any(${ids}::bigint[])`.execute(
    database,
  )
  await sql`
    insert into duplicate_pair (one, other, score, mirrored)
    select w.* from unnest(${pairs.map(({ one }) => one)}::bigint[], ${pairs.map(({ other }) => other)}::bigint[],
      ${pairs.map(({ score }) => score)}::real[], ${pairs.map(({ mirrored }) => mirrored)}::boolean[]) w(one, other, score, mirrored)
    join fingerprint p on p.id = w.one join fingerprint q on q.id = w.other
    on conflict do nothing`.execute(database)
  await sql`
    update fingerprint p set compared = true
    from unnest(${ids}::bigint[], ${compared.map(({ xid }) => xid)}::text[]) w(id, xid)
    where p.id = w.id and p.xid = w.xid::xid8`.execute(database)
}
