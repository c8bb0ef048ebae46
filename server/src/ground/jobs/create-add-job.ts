import type { AddJob } from '../services.ts'
import { noTracing, type Tracing } from '../tracing/tracing.ts'
import { currentWork, type Work } from '../work.ts'
import { insertJob } from './jobs.sql.ts'

/**
 * Gives the function that puts work into the queue. It writes with the connection that it is given: within a
 * transaction, the job exists when that is committed, and never without what it is about. With it goes what
 * asked for it, for the log and for traces.
 */
export function createAddJob(tracing: Pick<Tracing, 'traceparent'> = noTracing): AddJob {
  return (database, task, payload, options = {}) => {
    const work = currentWork()
    const askedBy = work && { [askedByKey]: { ...work, traceparent: tracing.traceparent() } }
    return insertJob(database, task, { ...payload, ...askedBy }, options)
  }
}

/** What of a job's payload says what it was asked by: no task sees it. */
const askedByKey = '$askedBy'

/** A job's payload as its task gets it, and what it was asked by. */
export function splitPayload(stored: unknown): {
  readonly payload: unknown
  readonly work: Work | undefined
} {
  if (typeof stored !== 'object' || stored === null || !(askedByKey in stored))
    return { payload: stored, work: undefined }
  const { [askedByKey]: work, ...payload } = stored
  return { payload, work: work as Work }
}
