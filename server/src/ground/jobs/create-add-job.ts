import type { Database } from '../database/database.ts'
import { insertJob } from './jobs.sql.ts'

/** Puts work into the queue, in the transaction of `database` where it is one. A `key` that waits already is not put in twice. */
export type AddJob = (
  database: Database,
  task: string,
  payload: object,
  options?: { readonly key?: string; readonly priority?: number },
) => Promise<void>

/**
 * Gives the function that puts work into the queue. It writes with the connection that it is given: within a transaction,
 * the job exists when that is committed, and never without what it is about.
 */
export function createAddJob(): AddJob {
  return (database, task, payload, { key, priority = 0 } = {}) => insertJob(database, task, payload, key, priority)
}
