import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'

/** Which status may follow which in one step. */
export type Legal = Readonly<Partial<Record<LoadStatus, readonly LoadStatus[]>>>

interface Stepped {
  readonly status: LoadStatus
}

/**
 * What is the same around every machine that people wait for: who was settled with what, and what must hold
 * after each step.
 */
export class MachineWorld {
  readonly settled = new Map<number, Failure | null>()
  issued = 0

  issue(): number {
    return ++this.issued
  }

  /** Settles the waiters of an effect, each once. */
  settle({ waiters, error }: { readonly waiters: readonly number[]; readonly error: Failure | null }): void {
    for (const waiter of waiters) {
      if (this.settled.has(waiter)) throw new Error(`waiter ${waiter} is settled twice`)
      this.settled.set(waiter, error)
    }
  }

  /**
   * Holds a step against the legal ones, and who waits against whoever was settled; answers how to hold more.
   * By hand, as it is said thousands of times a run: an expectation costs more than what it looks at.
   */
  hold(
    event: string,
    before: Stepped,
    after: Stepped,
    legal: Legal,
    waiting: readonly number[],
  ): (holds: boolean, what: string) => void {
    const hold = (holds: boolean, what: string): void => {
      if (!holds) throw new Error(`${event}: ${before.status} → ${after.status}: ${what}`)
    }
    hold(legal[before.status]?.includes(after.status) ?? false, 'not legal')
    hold(
      new Set(waiting).size === waiting.length && !waiting.some((waiter) => this.settled.has(waiter)),
      'a waiter twice',
    )
    hold(waiting.length + this.settled.size === this.issued, 'a waiter is gone')
    return hold
  }
}
