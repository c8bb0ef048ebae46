import { Suspense } from 'react'
import { AssetView } from '../../components/asset-view/lazy-asset-view.ts'
import { BrowseResults } from './browse-results.tsx'
import { useBrowse } from './use-browse.ts'
import { useOpenedAsset, useOpenedId } from './use-opened-asset.ts'
import { useResultsBehind } from './use-results-behind.ts'

/**
 * The list of assets, and one asset over it where the address names one. A page that is entered at an asset
 * shows that first: the list is asked for afterwards, and drawn when the asset is closed.
 * @source decision 0263
 */
export function BrowsePage() {
  const openedId = useOpenedId()
  const behind = useResultsBehind(openedId)
  const browse = useBrowse(behind.areAsked)
  const opened = useOpenedAsset(browse, openedId)
  return (
    <>
      {behind.areDrawn && <BrowseResults browse={browse} opened={opened} closedId={behind.closedId} />}
      {opened.view && (
        <Suspense>
          <AssetView {...opened.view} onDrawn={behind.onFrontDrawn} />
        </Suspense>
      )}
    </>
  )
}
