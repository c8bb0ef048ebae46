import { setTimeout as sleep } from 'node:timers/promises'
import type { Changes } from './changes.ts'

/** Whether requests should come to this server, and who has read that they should not. */
export interface Readiness {
  /** Whether it answers requests well: the database answers, and nobody asked it to stop. */
  isReady(): Promise<boolean>
  isStopping(): boolean
  /** Notes what is answered to an address that asks whether this server is ready. */
  note(address: string, isReady: boolean): void
  /**
   * From now on it is not ready. Resolves when every address that asks again and again, the last time within
   * 30 s, has read that three times; at once where there is none, after `withinMs` at the latest.
   */
  stop(withinMs: number): Promise<void>
}

declare module './services.ts' {
  interface Services {
    readonly readiness: Readiness
  }
}

/** A balancer looks every few seconds, and believes what it has seen twice or three times. */
const askedWithinMs = 30_000
const minRefusals = 3
/** Whoever looks once is no balancer. */
const timesAsked = 2
const maxAddresses = 1000
const lookEveryMs = 50

interface Asker {
  atMs: number
  asked: number
  refusals: number
}

/** A server that is ready while its database answers. */
export function createReadiness(
  changes: Changes | undefined,
  now = (): number => performance.now(),
): Readiness {
  const askers = new Map<string, Asker>()
  let stopping = false
  const areInformed = (): boolean =>
    [...askers.values()].every(
      ({ atMs, asked, refusals }) =>
        refusals >= minRefusals || asked < timesAsked || now() - atMs > askedWithinMs,
    )
  return {
    isReady: async () => {
      await changes?.catchUp()
      return !stopping && (changes === undefined || changes.epoch() !== undefined)
    },
    isStopping: () => stopping,
    note: (address, isReady) => {
      const { asked = 0, refusals = 0 } = askers.get(address) ?? {}
      if (askers.size < maxAddresses || askers.has(address))
        askers.set(address, { atMs: now(), asked: asked + 1, refusals: isReady ? 0 : refusals + 1 })
    },
    stop: async (withinMs) => {
      stopping = true
      for (const asker of askers.values()) asker.refusals = 0
      const untilMs = now() + withinMs
      while (!areInformed() && now() < untilMs) await sleep(lookEveryMs)
    },
  }
}
