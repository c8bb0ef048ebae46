import { calls } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import { createCell, type Readable } from '../store/keyed-store.ts'

/**
 * Whether the application may be used. `resolved`: it was asked.
 * @source data-layer §3 Config: availability
 */
export interface AvailabilitySnapshot {
  readonly available: boolean
  readonly message: string
  readonly resolved: boolean
}

/** Asks whether the application may be used. */
export interface Availability extends Readable<AvailabilitySnapshot> {
  /**
   * Never rejects: an application user is not asked about, and where the question fails the application
   * counts as available.
   * @source data-layer §6
   */
  check(applicationName: string): Promise<void>
  clear(): void
}

const unasked: AvailabilitySnapshot = { available: true, message: '', resolved: false }

/** Whether the application of a client may be used. */
export const availabilityOf = attach(createAvailability)

function createAvailability({ call, session, options }: Client): Availability {
  const cell = createCell<AvailabilitySnapshot>(unasked)
  return {
    get: cell.get,
    subscribe: cell.subscribe,
    async check(applicationName) {
      if (session.get().kind === 'application') return cell.set({ ...unasked, resolved: true })
      try {
        cell.set({ ...(await call(calls.getAvailability, { applicationName })), resolved: true })
      } catch (error) {
        options.log('warn', 'It could not be asked whether the application is available', error)
        cell.set({ ...unasked, resolved: true })
      }
    },
    clear: () => cell.set(unasked),
  }
}
