import { analyticsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useEffect } from 'react'

/** Whoever only passes by on the way to the next asset has not looked at this one. */
const lookMs = 1000

/** Reports that the user looks at an asset, once it is there. */
export function useViewLog(assetId: number, isShown: boolean): void {
  const client = useClient()
  useEffect(() => {
    if (!isShown) return
    const timer = setTimeout(() => void analyticsOf(client).logObjectData('asset', assetId, 'view'), lookMs)
    return () => clearTimeout(timer)
  }, [client, assetId, isShown])
}
