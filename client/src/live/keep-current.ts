import type { Client } from '../client.ts'
import { liveOf } from './live.ts'

/** While no live events come, whoever looks asks so often. @source decision 0062 */
const pollEveryMs = 60_000

/**
 * Looks now, whenever the stream of live events opens, and every minute while it is closed.
 * @param look never rejects
 * @param listeners what stops the caller's own listeners
 * @returns how to stop, listeners too
 */
export function keepCurrent(
  client: Client,
  look: () => Promise<void>,
  listeners: readonly (() => void)[],
): () => void {
  const live = liveOf(client)
  let callOff: (() => void) | undefined
  const poll = (): void => {
    callOff?.()
    callOff = live.open.get()
      ? undefined
      : client.options.clock.after(pollEveryMs, () => void look().then(poll))
  }
  const stops = [...listeners, live.onOpen(() => void look()), live.open.subscribe(poll)]
  void look()
  poll()
  return () => {
    callOff?.()
    for (const stop of stops) stop()
  }
}
