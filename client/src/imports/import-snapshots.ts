import type {
  DuplicateChoice,
  ImportItem,
  ImportItemStatus,
  ImportJob,
  QueryJson,
} from '@cartouche/contract/wire'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'

/**
 * One import with the items that are loaded so far, in order of upload.
 * @source data-layer §3 Mass import job
 */
export interface ImportJobSnapshot {
  readonly id: number
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly job: ImportJob | null
  /**
   * Items that are still to be validated; `$fuzzy` those of which the server does not know yet whether the
   * search finds them.
   * @source data-layer §4 Mass import edits: validating removes items from the job
   */
  readonly items: readonly ImportItem[]
  /** Items of which an asset was made, or is being made. */
  readonly validated: readonly ImportItem[]
  /** What the items are searched by, and their order; null: as they were uploaded. */
  readonly fulltext: string
  readonly query: QueryJson | null
  readonly orderby: string | null
  /** All items that the search finds, on the server. */
  readonly total: number
  /** All items of the job, on the server. */
  readonly count: number
  readonly hasNext: boolean
  /** Items by status. */
  readonly counts: Readonly<Record<ImportItemStatus, number>>
  /** Fields that an item can be given, by name. */
  readonly headers: Readonly<Record<string, unknown>>
  /** Commands that the server still works on. @source data-layer §3 Running command */
  readonly commands: readonly RunningCommand[]
  /** Whether the server still works on the job: items being inspected or validated, commands. */
  readonly busy: boolean
}

/** A command of an edit or a validation that is not done yet. */
export interface RunningCommand {
  readonly id: string
  readonly itemIds: readonly number[]
  readonly fields: readonly string[]
}

/** What to validate. */
export interface Validation {
  /** These items; an empty list is none. Without it all that are ready. */
  readonly ids?: readonly number[] | undefined
  /** What to do with each new asset at once, for example publish. */
  readonly workflowAction?: string | undefined
  /** Whether files that the library has already are imported again or skipped. Default: import. */
  readonly duplicates?: DuplicateChoice | undefined
  /** Another choice for some items, by their id. */
  readonly duplicateChoices?: Readonly<Record<string, DuplicateChoice>> | undefined
  /** Items named by ids that are broken, too: the original is stored, a drawn placeholder shown. */
  readonly anyway?: boolean | undefined
}
