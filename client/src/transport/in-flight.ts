import { ClientError } from '../failure.ts'

interface Flight {
  readonly answer: Promise<unknown>
  readonly controller: AbortController
  passengers: number
}

/** Reads under way. */
export interface InFlight {
  /**
   * Takes part in the read of this key, or starts it.
   * @throws error.canceled when the own signal is aborted
   */
  join(key: string, start: (signal: AbortSignal) => Promise<unknown>, signal?: AbortSignal): Promise<unknown>
  /** Lets nobody join the reads that are under way: a write may have made their answers old. */
  forget(): void
}

/**
 * Makes identical reads in flight one: all who ask while it is under way receive the same answer. It is
 * aborted when all of them have aborted, never for the sake of one.
 */
export function createInFlight(): InFlight {
  const flights = new Map<string, Flight>()

  const take = (key: string, start: (signal: AbortSignal) => Promise<unknown>): Flight => {
    const running = flights.get(key)
    if (running) return running
    const controller = new AbortController()
    const answer = start(controller.signal).finally(() => {
      if (flights.get(key) === flight) flights.delete(key)
    })
    const flight: Flight = { answer, controller, passengers: 0 }
    flights.set(key, flight)
    return flight
  }

  const join: InFlight['join'] = (key, start, signal) => {
    if (signal?.aborted) return Promise.reject(new ClientError('error.canceled'))
    const flight = take(key, start)
    flight.passengers++
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(new ClientError('error.canceled'))
        if (--flight.passengers > 0) return
        if (flights.get(key) === flight) flights.delete(key)
        flight.controller.abort()
      }
      signal?.addEventListener('abort', leave, { once: true })
      flight.answer.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
    })
  }
  return { join, forget: () => flights.clear() }
}
