import { calls, type Failure, type SimilarAsset } from '@cartouche/client'
import type { Asset } from '@cartouche/contract'
import { useRead } from '@cartouche/react'
import { assetPath } from '../../address/browse-cursor.ts'
import { mostSimilar } from '../../components/similar-pictures/picture-search.ts'

/** An asset and how alike its picture is. */
export interface SimilarPicture extends SimilarAsset {
  readonly asset: Asset
}

/** What was found, the most alike first; undefined while it is being read. */
export interface SimilarPictures {
  readonly pictures: readonly SimilarPicture[] | undefined
  readonly error: Failure | null
}

/** The assets that were found, as lists show them; those that went in between are left out. */
export function useSimilarAssets(found: readonly SimilarAsset[] | undefined): SimilarPictures {
  const ids = (found ?? []).map(({ id }) => id).toSorted((a, b) => a - b)
  const { data, error } = useRead(calls.findEntities, {
    path: assetPath,
    query: JSON.stringify({ id: { in: ids.length > 0 ? ids : [0] } }),
    max: mostSimilar,
  })
  if (found?.length === 0) return { pictures: [], error: null }
  if (found === undefined || data === undefined) return { pictures: undefined, error }
  const assets = new Map(
    data.response.data.flatMap((one) => (typeof one === 'string' ? [] : [[one.id, one as Asset] as const])),
  )
  const pictures = found.flatMap((one) => {
    const asset = assets.get(one.id)
    return asset ? [{ ...one, asset }] : []
  })
  return { pictures, error: null }
}
