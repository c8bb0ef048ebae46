import { setImmediate } from 'node:timers/promises'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { compareFingerprints } from '../../media/compare-fingerprints.ts'
import { selectFingerprints } from '../reverse-search/fingerprints.sql.ts'
import { wordsOf } from '../reverse-search/scan-hashes.ts'
import { createHashIndex, type NearPicture } from './near-hashes.ts'
import {
  readHashes,
  selectUncompared,
  settleCompared,
  type Pair,
  type UncomparedPicture,
} from './pairs.sql.ts'

/** @source decision 0227: measured */
const leastScore = 0.95
const portion = 50
/** Requests in between are answered. */
const atOnce = 16

/**
 * Compares every picture that was not compared yet with all others, a portion a transaction: cut short at
 * any moment, it goes on where it was. Only whole pictures: one that was cut out of another is no duplicate.
 */
export async function comparePictures(database: Database, signal: AbortSignal): Promise<void> {
  let pictures = await selectUncompared(database, portion)
  if (pictures.length === 0) return
  const findNear = createHashIndex(await readHashes(database))
  for (; pictures.length > 0; pictures = await selectUncompared(database, portion)) {
    signal.throwIfAborted()
    const pairs = await findPairs(database, pictures, findNear)
    await withTransaction(database, (transaction) => settleCompared(transaction, pictures, pairs))
  }
}

async function findPairs(
  database: Database,
  pictures: readonly UncomparedPicture[],
  findNear: (even: number, odd: number) => NearPicture[],
): Promise<Pair[]> {
  const near = pictures.flatMap(({ id, fingerprint }) => {
    if (fingerprint === null) return []
    const [even = 0, odd = 0] = wordsOf(fingerprint)
    return findNear(even, odd).flatMap((other) => (other.id === id ? [] : [{ id, fingerprint, other }]))
  })
  const others = await selectFingerprints(database, [...new Set(near.map(({ other }) => other.id))])
  const pairs: Pair[] = []
  for (const [place, { id, fingerprint, other }] of near.entries()) {
    if (place % atOnce === atOnce - 1) await setImmediate()
    const its = others.get(other.id)
    if (!its) continue
    const { mirrored } = other
    const score = compareFingerprints(fingerprint, its, { part: 0, ofOther: true, mirrored })
    if (score >= leastScore)
      pairs.push({ one: Math.min(id, other.id), other: Math.max(id, other.id), score, mirrored })
  }
  return pairs
}
