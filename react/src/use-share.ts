import { useEffect } from 'react'
import type { VisitSnapshot } from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useKey } from './use-readable.ts'

/** A share as its visitor sees it, opened when the component comes. With a password: `useClient().shares.openShare(id, password)`. */
export function useShare(shareId: string): VisitSnapshot {
  const { shares } = useClient()
  useEffect(() => {
    if (shares.visits.get(shareId).status === 'unknown') void shares.openShare(shareId)
  }, [shares, shareId])
  return useKey(shares.visits, shareId)
}
