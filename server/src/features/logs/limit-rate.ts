import { ApiError } from '@cartouche/contract'
import { createCache } from '../../ground/cache.ts'

/** Requests of one client within a minute, and clients that are remembered. */
const perMinute = 30
const maxClients = 10_000
const minuteMs = 60_000

interface Spent {
  readonly sinceMs: number
  count: number
}
const spent = createCache<string, Spent>({ max: maxClients })

/**
 * Counts a request of a client on this server, a session or a network.
 * @throws too_many_guesses beyond thirty in a minute
 */
export function limitRate(client: string, nowMs: number = Date.now()): void {
  const known = spent.get(client)
  if (!known || nowMs - known.sinceMs >= minuteMs) {
    spent.set(client, { sinceMs: nowMs, count: 1 })
    return
  }
  known.count++
  if (known.count > perMinute)
    throw new ApiError('too_many_guesses', { seconds: Math.ceil((known.sinceMs + minuteMs - nowMs) / 1000) })
}
