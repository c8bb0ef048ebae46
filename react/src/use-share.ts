import { useEffect } from 'react'
import { sharesOf, type VisitSnapshot } from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useKey } from './use-readable.ts'

/**
 * A share as its visitor sees it, opened when the component comes. With a password:
 * `sharesOf(useClient()).openShare(id, password)`.
 */
export function useShare(shareId: string): VisitSnapshot {
  const shares = sharesOf(useClient())
  useEffect(() => {
    if (shares.visits.get(shareId).status === 'unknown') void shares.openShare(shareId)
  }, [shares, shareId])
  return useKey(shares.visits, shareId)
}
