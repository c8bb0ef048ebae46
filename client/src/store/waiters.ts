import type { Failure } from '../failure.ts'

/** Promises by number: machines are plain data, and name who waits by it. */
export interface Waiters {
  add(resolve: () => void, reject: (error: Failure) => void): number
  /** Settles the waiters, each once. */
  settle(ids: readonly number[], error: Failure | null): void
}

/** Creates the promises that a machine's waiters stand for. */
export function createWaiters(): Waiters {
  const waiting = new Map<number, { resolve: () => void; reject: (error: Failure) => void }>()
  let last = 0
  return {
    add(resolve, reject) {
      waiting.set(++last, { resolve, reject })
      return last
    },
    settle(ids, error) {
      for (const id of ids) {
        const waiter = waiting.get(id)
        waiting.delete(id)
        if (error) waiter?.reject(error)
        else waiter?.resolve()
      }
    },
  }
}
