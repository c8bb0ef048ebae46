import type { AddJob } from '../services.ts'
import { insertJob } from './jobs.sql.ts'

/**
 * Gives the function that puts work into the queue. It writes with the connection that it is given: within a
 * transaction, the job exists when that is committed, and never without what it is about.
 */
export function createAddJob(): AddJob {
  return (database, task, payload, options = {}) => insertJob(database, task, payload, options)
}
