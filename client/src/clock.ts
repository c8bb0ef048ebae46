import { ClientError } from './failure.ts'

/** Time as the data layer sees it; tests pass in their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number
  /** Runs something once after a delay; answers how to call it off. */
  after(delayMs: number, run: () => void): () => void
}

/** The clock of the machine. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

/**
 * Waits.
 * @throws error.canceled when the signal is aborted before
 */
export function wait(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      callOff()
      reject(new ClientError('error.canceled'))
    }
    const callOff = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', stop)
      resolve()
    })
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
