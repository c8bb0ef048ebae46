import { analyticsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, type RefObject } from 'react'

/** Who only passes by on the way to the next asset has not looked at this one. */
const lookMs = 1000

/** Tells that the user looks at an asset, once it is there. */
export function useViewLog(assetId: number, isShown: boolean): void {
  const client = useClient()
  useEffect(() => {
    if (!isShown) return
    const timer = setTimeout(() => void analyticsOf(client).logObjectData('asset', assetId, 'view'), lookMs)
    return () => clearTimeout(timer)
  }, [client, assetId, isShown])
}

/** What the player's page says; see the server's player page. */
interface PlayerMessage {
  readonly type?: unknown
  readonly event?: unknown
  readonly time?: unknown
  readonly duration?: unknown
}

/** Tells that a film is played in a frame, and how far: at its start, its pauses and its end. */
export function usePlayLog(assetId: number, frame: RefObject<HTMLIFrameElement | null>, isOn: boolean): void {
  const client = useClient()
  useWindowEvent('message', ({ source, data }: MessageEvent<PlayerMessage | null>) => {
    const isPlayers = source !== null && source === frame.current?.contentWindow
    if (!isOn || !isPlayers || data === null || data.type !== 'player') return
    const { event, time, duration } = data
    if (event !== 'play' && event !== 'pause' && event !== 'ended') return
    void analyticsOf(client).logEvent('play', {
      object: 'asset',
      id: assetId,
      position: event === 'play' ? 0 : secondsOf(time),
      duration: secondsOf(duration),
    })
  })
}

function secondsOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, value) : 0
}
