import type { DuplicateChoice, ImportItem, ImportItemStatus, ImportJob } from '@cartouche/contract/wire'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { KeyedReadable, Readable } from '../store/keyed-store.ts'
import type { UploadQueueSnapshot } from './upload-file.ts'

/** The imports that the user can see, newest first. */
export interface ImportJobListSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly jobs: readonly ImportJob[]
  readonly total: number
  readonly hasNext: boolean
}

/**
 * One import with the items that are loaded so far, in order of upload.
 * @source data-layer §3 Mass import job
 */
export interface ImportJobSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly job: ImportJob | null
  /**
   * Items that are still to be validated.
   * @source data-layer §4 Mass import edits: validating removes items from the job
   */
  readonly items: readonly ImportItem[]
  /** Items of which an asset was made, or is being made. */
  readonly validated: readonly ImportItem[]
  /** All items of the job, on the server. */
  readonly total: number
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
  /** What becomes of files that the library has already. Default: import. */
  readonly duplicates?: DuplicateChoice | undefined
  /** Another choice for some items, by their id. */
  readonly duplicateChoices?: Readonly<Record<string, DuplicateChoice>> | undefined
  /** Items named by ids that are broken, too: the original is stored, a drawn placeholder shown. */
  readonly anyway?: boolean | undefined
}

/** Imports: the list, single jobs and their upload queues by job id (as text). */
export interface Imports {
  readonly list: Readable<ImportJobListSnapshot>
  readonly jobs: KeyedReadable<ImportJobSnapshot>
  readonly uploads: KeyedReadable<UploadQueueSnapshot>
  fetchJobs(): Promise<void>
  fetchNextJobs(): Promise<void>
  createJob(values?: { readonly name?: string }): Promise<ImportJob>
  /** Reads a job and the first page of its items. A 404 is `not_found`. Never rejects: see the snapshot. */
  fetchJob(jobId: number): Promise<void>
  fetchNextItems(jobId: number): Promise<void>
  deleteJob(jobId: number): Promise<void>
  /** Queues files for a job; `unzip`: take the files of zips. Answers their upload ids. */
  upload(jobId: number, files: readonly File[], options?: { readonly unzip?: boolean }): readonly string[]
  pauseUploads(jobId: number): void
  resumeUploads(jobId: number): void
  /** Takes a file out of the queue, stopping it where it is under way. */
  cancelUpload(jobId: number, fileId: string): void
  /** Queues a failed file again. */
  retryUpload(jobId: number, fileId: string): void
  /** Forgets a failed file. */
  dismissUpload(jobId: number, fileId: string): void
  /**
   * Describes items: seen at once, then told to the server, taken back when it refuses. A value `{"$mode",
   * "$values"}` changes a list.
   */
  describeItems(jobId: number, ids: readonly number[], data: Readonly<Record<string, unknown>>): Promise<void>
  /** Turns items into assets. @throws import_item_not_ready, field_mandatory, validate_answer */
  validateItems(jobId: number, validation?: Validation): Promise<void>
  deleteItems(jobId: number, ids: readonly number[]): Promise<void>
  /**
   * While a job is watched its state is read again as long as the server works on it, and only then. Answers
   * how to stop.
   */
  watch(jobId: number): () => void
  /** Forgets all imports and stops their uploads: another person comes. */
  clear(): void
}
