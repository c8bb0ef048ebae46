import { lazy, Suspense } from 'react'
import type { AddressParams } from '../../address/search-params.ts'
import { loadPart } from '../../connection/load-part.ts'
import { useOpenedSimilar } from './use-opened-similar.ts'
import type { SimilarPicture } from './use-similar.ts'

const AssetView = lazy(async () => ({
  default: (await loadPart(() => import('../../components/asset-view/asset-view.tsx'))).AssetView,
}))

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
