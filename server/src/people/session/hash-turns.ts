import { availableParallelism } from 'node:os'
import { ApiError } from '@cartouche/contract'

/** A password's hash keeps a core busy for some 20 ms: sign-ins never take more than half of them. */
const atOnce = Math.max(1, Math.floor(availableParallelism() / 2))
const waitingAtMost = 200

/** Runs work when its turn comes. */
type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** Lets work that hashes passwords wait for its turn. @throws unavailable when too many wait already */
export const inHashTurn: Turns = createTurns(atOnce, waitingAtMost)

/**
 * Gives a function that runs at most `running` works at once, in the order they came, while at most `waiting` others wait.
 * @throws unavailable (the function) when all places to wait are taken
 */
export function createTurns(running: number, waiting: number): Turns {
  const queue: (() => void)[] = []
  let free = running
  return async (work) => {
    if (free > 0) free--
    else if (queue.length >= waiting) throw new ApiError('unavailable')
    else await new Promise<void>((resolve) => { queue.push(resolve) })
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else free++
    }
  }
}
