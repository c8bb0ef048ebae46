import type { BlobStore } from './blobs/blob-store.ts'
import type { Changes } from './changes.ts'
import type { Database } from './database/database.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings/settings.ts'

/**
 * Puts work into the queue, in the transaction of `database` where it is one. A `key` that waits already is
 * not put in twice. `runAt`: not before. Jobs of one `queue` run one after the other, of all servers.
 */
export type AddJob = (
  database: Database,
  task: string,
  payload: object,
  options?: {
    readonly key?: string
    readonly priority?: number
    readonly runAt?: Date
    readonly queue?: string
  },
) => Promise<void>

/**
 * What the whole server shares. A room above that has something to share adds it here by declaration merging;
 * what is cached, queued or run for all requests is made by `features/create-services.ts`.
 */
export interface Services {
  readonly database: Database
  /**
   * For what needs one session for longer than a transaction: its locks, its settings. The same as `database`
   * where no pooler stands between.
   * @source decision 0215
   */
  readonly sessions: Database
  readonly blobs: BlobStore
  readonly settings: Settings
  readonly log: Log
  readonly addJob: AddJob
  /** Without it nothing is cached between requests. */
  readonly changes?: Changes
}
