import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { compareFingerprints } from '../../media/compare-fingerprints.ts'
import { keepInScope } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'
import type { Candidate } from './fingerprint-index.ts'
import { selectAssetsOf, selectFingerprints } from './fingerprints.sql.ts'

/** An asset whose picture is alike, 0 to 1; `mirrored`: it is the mirror image. */
export interface SimilarAsset {
  readonly id: number
  readonly score: number
  readonly mirrored: boolean
}

/** So many pictures are compared point by point, at a quarter of a millisecond each. */
const maxCandidates = 400
/** @source decision 0166: measured */
const leastScore = 0.75

/**
 * The assets that the caller may see whose pictures are like the one that a fingerprint is of, or were cut
 * out of it, or it out of them. The most alike first.
 */
export async function findSimilar(
  context: Context,
  fingerprint: Uint8Array,
  max: number,
): Promise<SimilarAsset[]> {
  const { database, identity, fingerprintIndex } = context
  const candidates = await fingerprintIndex.findCandidates(database, fingerprint, maxCandidates)
  const assets = await selectAssetsOf(
    database,
    candidates.map(({ id }) => id),
  )
  const where = await searchIn(context)
  const visible = await keepInScope(
    where,
    scopeOf(identity, 'asset', 'view'),
    assets.map(({ assetId }) => assetId),
  )
  const seen = new Set(visible)
  const wanted = assets.filter(({ assetId }) => seen.has(assetId))
  const scores = await scoreAll(context, fingerprint, candidates, new Set(wanted.map((one) => one.fingerprintId)))
  return wanted
    .flatMap(({ assetId, fingerprintId }) => {
      const found = scores.get(fingerprintId)
      return found && found.score >= leastScore ? [{ id: assetId, ...found }] : []
    })
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, max)
}

async function scoreAll(
  { database }: Context,
  fingerprint: Uint8Array,
  candidates: readonly Candidate[],
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Omit<SimilarAsset, 'id'>>> {
  const others = await selectFingerprints(database, [...wanted])
  return new Map(
    candidates.flatMap(({ id, ...overlap }) => {
      const other = others.get(id)
      if (!other) return []
      const score = Math.round(1000 * compareFingerprints(fingerprint, other, overlap)) / 1000
      return [[id, { score, mirrored: overlap.mirrored }] as const]
    }),
  )
}
