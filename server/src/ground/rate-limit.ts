import { ApiError } from '@cartouche/contract'
import { createCache } from './cache.ts'

const maxClients = 10_000
const minuteMs = 60_000

interface Spent {
  readonly sinceMs: number
  count: number
}

/**
 * Gives a function that counts a request of a client on this server, a session or a network.
 * @throws too_many_guesses (the function) beyond so many in a minute
 */
export function createRateLimit(perMinute: number): (client: string, nowMs?: number) => void {
  const spent = createCache<string, Spent>({ max: maxClients })
  return (client, nowMs = performance.now()) => {
    const known = spent.get(client)
    if (!known || nowMs - known.sinceMs >= minuteMs) {
      spent.set(client, { sinceMs: nowMs, count: 1 })
      return
    }
    known.count++
    if (known.count > perMinute)
      throw new ApiError('too_many_guesses', {
        seconds: Math.ceil((known.sinceMs + minuteMs - nowMs) / 1000),
      })
  }
}
