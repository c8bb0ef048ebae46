import { availableParallelism } from 'node:os'
import { createLimit, type Limit } from '../../ground/create-limit.ts'

/** A password's hash keeps a core busy for some 20 ms: sign-ins never take more than half of them. */
const atOnce = Math.max(1, Math.floor(availableParallelism() / 2))
const maxWaiting = 200

/** Lets work that hashes passwords wait for its turn. @throws unavailable when too many wait already */
export const limitHashing: Limit = createLimit(atOnce, maxWaiting)
