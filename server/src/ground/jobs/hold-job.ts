import { createDatabase } from '../database/database.ts'
import { createAddJob } from './create-add-job.ts'
import { startJobs } from './start-jobs.ts'

// A process that takes a job and never ends it, for the test that kills it. Started as `node hold-job.ts
// URL`.
const [, , url = ''] = process.argv
const log = { info: () => {}, warn: () => {}, error: () => {} }
const services = {
  database: createDatabase(url),
  addJob: createAddJob(),
  log,
  blobs: undefined as never,
  settings: undefined as never,
  modelHooks: undefined as never,
}
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
