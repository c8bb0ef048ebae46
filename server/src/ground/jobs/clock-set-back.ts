import type pg from 'pg'
import type { Log } from '../log.ts'
import { bringJobsBack, forgetLaterCronRuns } from './jobs.sql.ts'

/** Less is what clocks are corrected by now and then. */
const setBackMs = 60_000

/**
 * Gives a function that says whether the clock of this machine was set back by more than a minute since it
 * was asked last.
 * @param nowMs milliseconds since 1970
 * @param passedMs milliseconds of a clock that nobody sets
 */
export function createClockWatch(
  nowMs: () => number = Date.now,
  passedMs = (): number => performance.now(),
): () => boolean {
  let offsetMs = nowMs() - passedMs()
  return () => {
    const beforeMs = offsetMs
    offsetMs = nowMs() - passedMs()
    return beforeMs - offsetMs > setBackMs
  }
}

/**
 * Has jobs wait no longer than they would have: those put in before the clock of the database was set back
 * are due at the time that it was then. Jobs for a moment that somebody named keep it.
 * @source decision 0246
 */
export async function runJobsFromLater(session: pg.Client, log: Log): Promise<void> {
  const { rowCount } = await session.query(bringJobsBack)
  if (rowCount) log.warn({ jobs: rowCount }, 'The clock of the database was set back; its jobs run now')
}

/** Has recurring tasks run by the clock as it is now, where they ran last by one that was ahead. */
export async function restartCron(session: pg.Client): Promise<void> {
  await session.query(forgetLaterCronRuns, [new Date()])
}
