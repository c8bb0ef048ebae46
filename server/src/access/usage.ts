import type { UsageKind } from '@cartouche/contract'
import type { RequestFacts } from './context.ts'
import type { Identity } from './identity.ts'

/** Something that somebody did with an entity, or a search. */
export interface UsageEvent {
  readonly kind: UsageKind
  /** What it was about; a search has a resource alone. */
  readonly resource?: string
  readonly id?: number
  /** How much of a film was played: a quarter that was reached, in percent. */
  readonly reached?: number
  /** The host that shows it. */
  readonly site?: string
  /** What was searched for, and how much was found. */
  readonly words?: string
  readonly hits?: number
}

/** Who did it, and by which browser. */
export interface UsageActor {
  readonly identity: Identity
  readonly request: Pick<RequestFacts, 'address' | 'headers'>
}

/**
 * Where the rooms of the server say what people do. It is kept in memory and written within seconds, so that
 * nobody waits for it; what was not written yet is lost with a server that is killed.
 * @source decision 0159
 */
export interface Usage {
  /** Keeps an event. False where it does not count: switched off, a robot's, or reported just before. */
  note(actor: UsageActor, event: UsageEvent): boolean
  /**
   * Counts a request that reports events, of one session or network.
   * @throws too_many_guesses beyond two hundred in a minute
   */
  admit(actor: UsageActor): void
  /** Writes what there is; searches that somebody may still be typing wait, unless `all`. */
  flush(all?: boolean): Promise<void>
  /** Writes every second, until the function that it answers was called, which writes all that is left. */
  start(): () => Promise<void>
}

declare module '../ground/services.ts' {
  interface Services {
    readonly usage: Usage
  }
}
