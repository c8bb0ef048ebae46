import type { Clock } from '../clock.ts'

/** A clock that a test moves. */
export interface FakeClock extends Clock {
  /** Moves on by so many milliseconds, running what falls due, in order. Promises in between are settled. */
  advance(byMs: number): Promise<void>
  /** What waits, in milliseconds from now. */
  pendingMs(): readonly number[]
}

/** Creates a clock that stands still until it is moved. */
export function createFakeClock(startMs = 1_700_000_000_000): FakeClock {
  let nowMs = startMs
  let last = 0
  const timers = new Map<number, { dueMs: number; run: () => void }>()
  const due = (untilMs: number) =>
    [...timers]
      .filter(([, timer]) => timer.dueMs <= untilMs)
      .toSorted(([, one], [, other]) => one.dueMs - other.dueMs)[0]
  return {
    nowMs: () => nowMs,
    after(delayMs, run) {
      const id = ++last
      timers.set(id, { dueMs: nowMs + delayMs, run })
      return () => timers.delete(id)
    },
    async advance(byMs) {
      const untilMs = nowMs + byMs
      await settle()
      for (let next = due(untilMs); next; next = due(untilMs)) {
        timers.delete(next[0])
        nowMs = Math.max(nowMs, next[1].dueMs)
        next[1].run()
        await settle()
      }
      nowMs = untilMs
      await settle()
    },
    pendingMs: () => [...timers.values()].map(({ dueMs }) => dueMs - nowMs),
  }
}

/** Lets everything run that waits for nothing but its turn. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++)
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
}
