import { ApiError } from '@cartouche/contract'

/** Runs work when its turn comes. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Gives a function that runs at most `running` works at once, in the order they came, while at most `waiting`
 * others wait.
 * @throws unavailable (the function) when all places to wait are taken
 */
export function createLimit(running: number, waiting: number): Limit {
  const queue: (() => void)[] = []
  let free = running
  return async (work) => {
    if (free > 0) free--
    else if (queue.length >= waiting) throw new ApiError('unavailable')
    else
      await new Promise<void>((resolve) => {
        queue.push(resolve)
      })
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else free++
    }
  }
}
