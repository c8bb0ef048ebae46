import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { Database } from '../../server/src/ground/database/database.ts'
import { createFingerprintIndex } from '../../server/src/features/reverse-search/fingerprint-index.ts'
import { fingerprintBytes, fingerprintVersion, hashedParts } from '../../server/src/media/fingerprint.ts'
import { startBenchServer } from './bench-server.ts'
import { at, median, type Figure } from './figure.ts'

const pictures = 1_000_000
const runs = 20

/** A search among a million fingerprints, and beside it the same number of hashes looked at by PostgreSQL. */
export async function benchReverseSearch(say: (line: string) => void): Promise<Figure[]> {
  const server = await startBenchServer()
  const index = createFingerprintIndex()
  try {
    await seedFingerprints(server.database, pictures, say)
    const wanted = () => new Uint8Array(randomBytes(fingerprintBytes))
    const loadStart = performance.now()
    await index.findCandidates(server.database, wanted(), 400)
    say(`loaded in ${((performance.now() - loadStart) / 1000).toFixed(1)} s`)
    const [own, peer]: [number[], number[]] = [[], []]
    for (let run = 0; run < runs; run++) {
      const fingerprint = wanted()
      own.push(await time(() => index.findCandidates(server.database, fingerprint, 400)))
      if (run % 4 === 0) peer.push(await time(() => scanInPostgres(server.database, fingerprint)))
    }
    const beside = `PostgreSQL, ${hashedParts.length} hashes of each and nothing mirrored: ${median(peer).toFixed(0)} ms; median of ours ${median(own).toFixed(0)} ms`
    const what = 'candidates among a million pictures, p95'
    return [{ what, value: at(own, 0.95), limit: 300, unit: 'ms', wanted: 'at most', beside }]
  } finally {
    await index.close()
    await server.stop()
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Fingerprints of noise; the greys do not matter here and are left out. */
async function seedFingerprints(
  database: Database,
  count: number,
  say: (line: string) => void,
): Promise<void> {
  const columns = hashedParts.map((_part, part) => sql.raw(`p${part} bit(64)`))
  await sql`create table peer (id bigint, ${sql.join(columns)})`.execute(database)
  const hashes = sql.join(
    hashedParts.map(
      (_part, part) =>
        sql`(('x' || encode(substring(fingerprint from ${sql.lit(part * 8 + 1)} for 8), 'hex'))::bit(64))`,
    ),
  )
  const noise = sql.join(
    Array.from({ length: Math.ceil((hashedParts.length * 8) / 16) }, () => sql`uuid_send(gen_random_uuid())`),
    sql` || `,
  )
  for (let from = 0; from < count; from += 100_000) {
    await sql`insert into blob (sha256, size_bytes, crc32) select lpad(n::text, 64, '0'), 1, 0 from generate_series(${from}::int, ${from + 99_999}::int) n`.execute(
      database,
    )
    await sql`insert into fingerprint (sha256, version, fingerprint) select lpad(n::text, 64, '0'), ${fingerprintVersion}, ${noise} from generate_series(${from}::int, ${from + 99_999}::int) n`.execute(
      database,
    )
    say(`${from + 100_000} fingerprints`)
  }
  await sql`insert into peer select id, ${hashes} from fingerprint`.execute(database)
  await sql`vacuum analyze peer`.execute(database)
}

/** The least that a search in SQL would do. */
function scanInPostgres(database: Database, fingerprint: Uint8Array): Promise<unknown> {
  const whole = sql`${`x${Buffer.from(fingerprint.subarray(0, 8)).toString('hex')}`}::bit(64)`
  const least = sql.join(hashedParts.map((_part, part) => sql`bit_count(${sql.ref(`p${part}`)} # ${whole})`))
  return sql`select id from peer where least(${least}) <= 16 order by least(${least}) limit 400`.execute(
    database,
  )
}
