import type { Client } from '../client.ts'

/**
 * Has a cursor ask again by its `refreshAfterMs`, as long as it is loaded. `mayPoll`: whether this tab polls;
 * looked at each time. Answers how to stop.
 * @source data-layer §3 Cursor: refreshAfterTimeout
 */
export function pollCursor(
  { cursors, options: { clock } }: Pick<Client, 'cursors' | 'options'>,
  name: string,
  mayPoll: () => boolean = () => true,
): () => void {
  let callOff: (() => void) | undefined
  const look = (): void => {
    const {
      status,
      definition: { refreshAfterMs = 0 },
    } = cursors.get(name)
    const isWaiting = status === 'loaded' && refreshAfterMs > 0
    if (isWaiting === (callOff !== undefined)) return
    callOff?.()
    callOff = isWaiting ? clock.after(refreshAfterMs, poll) : undefined
  }
  const poll = (): void => {
    callOff = undefined
    if (mayPoll()) void cursors.refresh(name).catch(() => undefined)
    else look()
  }
  const stop = cursors.subscribe(name, look)
  look()
  return () => {
    stop()
    callOff?.()
  }
}
