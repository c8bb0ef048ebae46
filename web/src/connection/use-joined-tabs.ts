import { joinTabs, liveOf } from '@cartouche/client'
import { useLayoutEffect } from 'react'
import { client } from './client.ts'

/**
 * Keeps the tabs of this browser in step while the component is there; one of them holds the stream of live
 * events for all. Where a browser has no locks (without https), each tab is on its own.
 */
export function useJoinedTabs(): void {
  // Before anything listens: a stream that this tab opens by itself is closed again, and all that is read
  // when a stream opens is read twice.
  useLayoutEffect(() => {
    if (!('locks' in navigator) || !('BroadcastChannel' in window)) return undefined
    const channels = [new BroadcastChannel('cartouche'), new BroadcastChannel('cartouche-live')] as const
    const tab = joinTabs(client, { channel: channels[0], locks: navigator.locks })
    const stop = liveOf(client).shareAmong(tab, channels[1])
    return () => {
      stop()
      tab.leave()
      for (const channel of channels) channel.close()
    }
  }, [])
}
