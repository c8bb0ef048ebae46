import type { Services } from '../services.ts'

/**
 * Work of one kind. It may be run again after it was cut short at any moment, so it must be idempotent. It
 * throws to be tried again later, and should end early when `signal` is aborted: the server is stopping.
 */
export type Task = (services: Services, payload: unknown, signal: AbortSignal) => Promise<void>

/** A task that is also run at set times, without payload; `crontab` as `17 * * * *`, in UTC. */
export interface RecurringTask {
  readonly run: Task
  readonly crontab: string
}

/**
 * A task that is given up after a few tries, for work that somebody waits for: `giveUp` then writes how it
 * ended, so that nothing waits for ever. A failure ends it from the try `maxAttempts` on. A try that ended
 * with its process, or for want of room or of the database, ends it only after twenty, which takes days; one
 * that a stop of the server cut short does not count.
 */
export interface LimitedTask {
  readonly run: Task
  readonly maxAttempts: number
  readonly giveUp: (services: Services, payload: unknown, reason: string) => Promise<void>
}

/** Tasks by name; rooms give one such table each, and the server runs all of them. */
export type Tasks = Readonly<Record<string, Task | RecurringTask | LimitedTask>>

/** Which job goes first: the smaller number. Somebody waits for the first two. */
export const jobPriority = {
  validate: -20,
  inspect: -10,
  mail: 5,
  render: 10,
  words: 12,
  ladder: 15,
  sweep: 20,
} as const
