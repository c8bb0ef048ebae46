import { Suspense } from 'react'
import type { AddressParams } from '../../address/search-params.ts'
import { AssetView } from '../../components/asset-view/lazy-asset-view.ts'
import { useOpenedSimilar } from './use-opened-similar.ts'
import type { SimilarPicture } from './use-similar.ts'

/** The asset that the address opens over similar pictures. */
export function OpenedSimilar({
  search,
  pictures = [],
}: {
  readonly search: AddressParams
  readonly pictures: readonly SimilarPicture[] | undefined
}) {
  const { view } = useOpenedSimilar(
    search,
    pictures.map((one) => one.asset),
  )
  return (
    view && (
      <Suspense>
        <AssetView {...view} />
      </Suspense>
    )
  )
}
