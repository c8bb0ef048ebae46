import { createDatabase } from '../database/database.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { noTracing } from '../tracing/tracing.ts'
import type { Services } from '../services.ts'
import { createAddJob } from './create-add-job.ts'
import { startJobs } from './start-jobs.ts'

// A process that takes a job and never ends it, for the test that kills it. Started as `node hold-job.ts
// URL`.
const [, , url = ''] = process.argv
const log = { info: () => {}, warn: () => {}, error: () => {} }
/** This job uses no other service. */
const services = {
  database: createDatabase(url),
  addJob: createAddJob(),
  metrics: createMetrics(),
  tracing: noTracing,
  log,
} as Partial<Services> as Services
await startJobs(
  services,
  {
    hold: async () => {
      process.send?.('holding')
      await new Promise(() => {})
    },
  },
  { url, concurrency: 1 },
)
process.send?.('started')
