import { followedOf, readSearch, type SearchDownload } from '@cartouche/client'
import type { SavedSearch } from '@cartouche/contract'
import { useCan } from '@cartouche/react'
import { assetPath } from '../../address/browse-cursor.ts'
import { useAssetActions } from '../../components/asset-actions/action-context.ts'
import { useSearchTarget } from '../../components/asset-actions/use-search-target.ts'

/** Shares what a saved search finds with visitors; `of`: whether this person may, and it finds assets. */
export function useShareResults(): {
  readonly of: (search: SavedSearch) => boolean
  readonly run: (search: SavedSearch) => void
} {
  const actions = useAssetActions()
  const targetOf = useSearchTarget()
  const [makes, shares] = [useCan('cart/create'), useCan('cart/share')]
  return {
    of: (search) => makes && shares && searchOf(search) !== undefined,
    run: (search) => {
      const asked = searchOf(search)
      if (asked) void targetOf(asked, search.name).then((target) => target && actions.run('share', target))
    },
  }
}

/** What it asks, with all its conditions; undefined where it does not look for assets. */
function searchOf({ data }: SavedSearch): SearchDownload | undefined {
  const search = readSearch(data)
  if (search?.path !== assetPath) return undefined
  return {
    path: assetPath,
    ...followedOf(search),
    ...(search.orderby === undefined ? {} : { orderby: search.orderby }),
  }
}
