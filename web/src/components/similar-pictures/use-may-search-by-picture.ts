import { useCan, useConfig } from '@cartouche/react'

/** Whether the user may search by a picture: not where reverse search is switched off, or not known yet. */
export function useMaySearchByPicture(): boolean {
  const { data } = useConfig()
  return useCan('asset/reverseSearch') && data?.features.reverseSearch === true
}
