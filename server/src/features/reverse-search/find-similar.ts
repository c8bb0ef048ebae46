import { setImmediate } from 'node:timers/promises'
import type { Services } from '../../ground/services.ts'
import { compareFingerprints } from '../../media/compare-fingerprints.ts'
import type { Candidate } from './fingerprint-index.ts'
import { selectAssetsOf, selectFingerprints } from './fingerprints.sql.ts'

/** An asset whose picture is alike, 0 to 1; `mirrored`: it is the mirror image. */
export interface SimilarAsset {
  readonly id: number
  readonly score: number
  readonly mirrored: boolean
}

/** So many pictures are compared point by point: about a millisecond each. @source decision 0166 */
const maxCandidates = 400
/** @source decision 0166: measured */
const leastScore = 0.75

/**
 * The assets whose pictures are like the one that a fingerprint is of, or were cut out of it, or it out of
 * them. The most alike first.
 * @param keep which of some assets count: whoever calls decides which may be seen
 */
export async function findSimilar(
  { database, fingerprintIndex }: Pick<Services, 'database' | 'fingerprintIndex'>,
  fingerprint: Uint8Array,
  max: number,
  keep: (ids: readonly number[]) => Promise<readonly number[]>,
): Promise<SimilarAsset[]> {
  const candidates = await fingerprintIndex.findCandidates(database, fingerprint, maxCandidates)
  const ids = candidates.map(({ id }) => id)
  const assets = await selectAssetsOf(database, ids)
  const kept = new Set(await keep(assets.map(({ assetId }) => assetId)))
  const wanted = assets.filter(({ assetId }) => kept.has(assetId))
  const others = await selectFingerprints(
    database,
    wanted.map((one) => one.fingerprintId),
  )
  const scores = await scoreAll(fingerprint, candidates, others)
  return wanted
    .flatMap(({ assetId, fingerprintId }) => {
      const found = scores.get(fingerprintId)
      return found && found.score >= leastScore ? [{ id: assetId, ...found }] : []
    })
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, max)
}

/** Requests in between are answered: all of them together can take half a second. */
async function scoreAll(
  fingerprint: Uint8Array,
  candidates: readonly Candidate[],
  others: ReadonlyMap<number, Uint8Array>,
): Promise<ReadonlyMap<number, Omit<SimilarAsset, 'id'>>> {
  const scores = new Map<number, Omit<SimilarAsset, 'id'>>()
  for (const { id, ...overlap } of candidates) {
    const other = others.get(id)
    if (!other) continue
    if (scores.size % atOnce === atOnce - 1) await setImmediate()
    const score = Math.round(1000 * compareFingerprints(fingerprint, other, overlap)) / 1000
    scores.set(id, { score, mirrored: overlap.mirrored })
  }
  return scores
}

const atOnce = 16
