import type { BlobStore } from './blobs/blob-store.ts'
import type { Changes } from './changes.ts'
import type { Database } from './database/database.ts'
import type { AddJob } from './jobs/create-add-job.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings/settings.ts'

/**
 * What the whole server shares. A room above that has one thing to share adds it here by declaration merging, and
 * `start/start-cartouche.ts` makes it.
 */
export interface Services {
  readonly database: Database
  readonly blobs: BlobStore
  readonly settings: Settings
  readonly log: Log
  readonly addJob: AddJob
  /** Without it nothing is cached between requests. */
  readonly changes?: Changes
}
