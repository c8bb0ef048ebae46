import { reverseSearchOf, type ReverseSearchPermissions } from '@cartouche/client'
import type { Asset } from '@cartouche/contract'
import { useCan, useClient, useKey } from '@cartouche/react'
import { useEffect } from 'react'
import { natureOf } from '../asset-text/nature-of.ts'

/** What has no picture is like nothing. */
const withoutPicture = new Set(['AUDIO', 'OTHER'])

/**
 * What the user may do with reverse search of an asset: nothing while that is not known, where it is switched
 * off, and where the asset has no picture.
 */
export function useReverseSearch(asset: Asset): Pick<ReverseSearchPermissions, 'submit' | 'report'> {
  const reverseSearch = reverseSearchOf(useClient())
  const isPossible = useCan('asset/reverseSearch') && !withoutPicture.has(natureOf(asset) ?? '')
  const { $uuid: uuid } = asset
  const { submit, report } = useKey(reverseSearch.permissions, uuid)
  useEffect(() => {
    const { $status } = reverseSearch.permissions.get(uuid)
    if (isPossible && ($status === 'unknown' || $status === 'error'))
      reverseSearch.fetchPermissions(uuid).catch(() => undefined)
  }, [reverseSearch, isPossible, uuid])
  return { submit: isPossible && submit, report: isPossible && report }
}
