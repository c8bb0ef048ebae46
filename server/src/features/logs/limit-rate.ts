import { createRateLimit } from '../../ground/rate-limit.ts'

/** Requests of one client within a minute. */
const perMinute = 30

/**
 * Counts a request of a client on this server, a session or a network.
 * @throws too_many_guesses beyond thirty in a minute
 */
export const limitRate = createRateLimit(perMinute)
