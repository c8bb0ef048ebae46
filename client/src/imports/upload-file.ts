import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { KeyedReadable } from '../store/keyed-store.ts'

/**
 * One file on its way. `registered` waits, `resolving` is next, `resolved` runs, `loaded` is there, `invalid`
 * is being stopped.
 * @source data-layer §4 Upload file
 */
export interface UploadFile {
  /** Start in milliseconds and a counter: `1763640000000-1`. */
  readonly id: string
  readonly name: string
  readonly sizeBytes: number
  readonly unzip: boolean
  readonly status: LoadStatus
  /** Part that is sent, 0 to 100, in steps of at least 1. */
  readonly progress: number
  readonly loadedBytes: number
}

/** Whether a file is being sent, or being stopped. A pause does not end it. */
export function isUnderWay({ status }: UploadFile): boolean {
  return status !== 'registered' && status !== 'loaded'
}

/**
 * A file that was not taken. `messageKey`: what an application translates; `message`: the words of the server
 * or the network.
 */
export interface FailedUpload {
  readonly id: string
  readonly name: string
  readonly sizeBytes: number
  readonly messageKey: string
  readonly message: string
  readonly error: Failure | null
}

/** The uploads of one job. @source data-layer §3 Upload queue entry per job */
export interface UploadQueueSnapshot {
  readonly paused: boolean
  /** Those that wait, run or are done, in order. */
  readonly files: readonly UploadFile[]
  /** All that were queued and not taken out. */
  readonly nbFiles: number
  readonly failed: readonly FailedUpload[]
  /** Bytes of all files, and those that are sent. */
  readonly totalBytes: number
  readonly loadedBytes: number
}

/** Uploads by the id of their job, as text. */
export interface Uploads {
  readonly uploads: KeyedReadable<UploadQueueSnapshot>
  /** Queues files for a job; `unzip`: take the files of zips. Answers their upload ids. */
  upload(jobId: number, files: readonly File[], options?: { readonly unzip?: boolean }): readonly string[]
  /** Starts no other file; those under way are sent to their end. */
  pauseUploads(jobId: number): void
  resumeUploads(jobId: number): void
  /** Takes a file out of the queue, stopping it where it is under way. */
  cancelUpload(jobId: number, fileId: string): void
  /** Queues a failed file again. */
  retryUpload(jobId: number, fileId: string): void
  /** Forgets a failed file. */
  dismissUpload(jobId: number, fileId: string): void
}
