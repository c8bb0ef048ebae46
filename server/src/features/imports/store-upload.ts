import type { Readable } from 'node:stream'
import { cleanName, cleanText } from '../../ground/file-name.ts'
import { ApiError, isApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { Services } from '../../ground/services.ts'
import type { StoredBlob } from '../../ground/blobs/blob-store.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { jobPriority } from '../../ground/jobs/task.ts'
import { foldText } from '../../ground/fold-text.ts'
import { upsertBlob } from '../../media/renditions/renditions.sql.ts'
import { keepUpload } from '../../model/storage-limits/keep-upload.ts'
import {
  isStorageRefusal,
  storageLeft,
  withinStorageLimit,
} from '../../model/storage-limits/within-storage-limit.ts'
import { firstResourceOf } from './import-resources.ts'
import { holdJob, type JobRow } from './import-jobs.sql.ts'
import { insertItem, type ItemSender, type StoredProblem } from './imports.sql.ts'

/** A file that was taken as an item, or the reason why not. */
export interface Taken {
  readonly fileName: string
  readonly itemId: number | null
  readonly problem: { readonly code: string; readonly message: string } | null
  /** What a request is refused with that brings this file alone, where it says more than the problem. */
  readonly error?: ApiError
}

/** The import that files are taken into. Its owner owns them. */
export type UploadTarget = Pick<JobRow, 'id' | 'owner_id'>

/**
 * One file of an upload: its name as the person wrote it, and what distinguishes it from others of the same
 * job.
 */
export interface UploadedFile {
  readonly fileName: string
  readonly key: string
  readonly stream: Readable
  /** As the client says. */
  readonly announcedBytes?: number | undefined
}

/** A file whose bytes are stored; `problems` are known before it is inspected. */
export interface StoredFile {
  readonly blob: StoredBlob
  readonly fileName: string
  readonly key: string
  readonly problems?: readonly StoredProblem[]
  readonly sender?: ItemSender
}

/**
 * Streams a file into the blob store and makes it an item of a job, with its inspection in the queue.
 * @throws as `storeUpload`
 */
export async function addUpload(context: Context, job: UploadTarget, file: UploadedFile): Promise<Taken> {
  return addStored(context, job.id, await storeUpload(context, file, job.owner_id))
}

/** Makes a file that was stored an item of a job; one that was refused stays so. */
export async function addStored(context: Context, jobId: number, stored: StoredFile | Taken): Promise<Taken> {
  if (!('blob' in stored)) return stored
  const { fileName } = stored
  try {
    return { fileName, itemId: await addItem(context, jobId, stored), problem: null }
  } catch (error) {
    if (isStorageRefusal(error)) return doesNotFit(fileName, error)
    throw error
  }
}

/**
 * Streams a file into the blob store. One that is empty, too large, or for which the disk or its owner has no
 * room is answered with the reason; a client that leaves ends all.
 * @param ownerId null: nobody knows yet
 * @throws the stream's error, the signal's reason
 */
export async function storeUpload(
  context: Context,
  file: UploadedFile,
  ownerId: number | null,
): Promise<StoredFile | Taken> {
  const fileName = cleanName(file.fileName)
  try {
    const blob = await keepUpload(context, file.stream, {
      signal: context.signal,
      left: await storageLeft(context.database, ownerId),
      announcedBytes: file.announcedBytes,
    })
    if (blob.sizeBytes === 0) return refused(fileName, 'upload_empty', `${fileName} is empty.`)
    return { blob, fileName, key: file.key }
  } catch (error) {
    if (isStorageRefusal(error)) {
      file.stream.resume()
      return doesNotFit(fileName, error)
    }
    if (!isApiError(error, 'upload_too_large') && !isApiError(error, 'storage_full')) throw error
    file.stream.resume()
    return refused(
      fileName,
      error.code,
      error.code === 'upload_too_large'
        ? `${fileName} is larger than ${megabytes(context.settings.uploadMaxBytes)} MB.`
        : error.message,
    )
  }
}

/**
 * Makes stored bytes an item of a job, in one step with the job that inspects it; it becomes the first of
 * what the user may choose. The same bytes under the same key are one item however often they are sent. Bytes
 * that are refused have a row all the same, by which they are swept.
 * @returns the item's id
 * @throws entity_not_found, import_job_deactivated, storage_limit_reached, file_limit_reached
 */
export async function addItem(
  context: Context,
  jobId: number,
  { blob, fileName, key, problems = [], sender }: StoredFile,
): Promise<number> {
  const resource = await firstResourceOf(context)
  try {
    const added = await withTransaction(context.database, async (transaction) => {
      const job = await holdJob(transaction, jobId)
      if (!job) throw new ApiError('entity_not_found', { resource: 'massimportjob', id: jobId })
      if (!job.is_active) throw new ApiError('import_job_deactivated', { id: jobId })
      const item = await withinStorageLimit(transaction, job.owner_id, async () => {
        await upsertBlob(transaction, blob)
        return insertItem(transaction, {
          jobId,
          resource,
          blob,
          fileName,
          foldedName: foldText(fileName),
          uploadKey: uploadKeyOf(key, blob.sha256),
          problems,
          sender,
        })
      })
      if (item.isNew) await queueInspection(context, transaction, item.id)
      return item
    })
    if (added.isNew) context.metrics.fileImported(blob.sizeBytes)
    return added.id
  } catch (error) {
    if (isApiError(error)) await upsertBlob(context.database, blob)
    throw error
  }
}

/** Puts an item's inspection into the queue. */
export function queueInspection(
  services: Pick<Services, 'addJob'>,
  database: Services['database'],
  itemId: number,
): Promise<void> {
  return services.addJob(
    database,
    'inspect-item',
    { itemId },
    { key: `inspect:${itemId}`, priority: jobPriority.inspect },
  )
}

/** What distinguishes an upload from the others of its job. */
export function uploadKeyOf(key: string, sha256: string): string {
  return `${sha256}/${cleanText(key).slice(0, 1000)}`
}

/** An answer for a file that was not taken. */
export function refused(fileName: string, code: string, message: string): Taken {
  return { fileName, itemId: null, problem: { code, message } }
}

function doesNotFit(fileName: string, error: ApiError): Taken {
  const message = `${fileName} does not fit: the storage limit is reached. Delete files, then try again.`
  return { ...refused(fileName, error.code, message), error }
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024)
}
