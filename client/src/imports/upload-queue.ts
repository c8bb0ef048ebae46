import { calls, type ImportItem } from '@cartouche/contract/wire'
import type { Clock } from '../clock.ts'
import { isCanceled, toFailure, type Failure } from '../failure.ts'
import { createKeyedStore, type KeyedReadable } from '../store/keyed-store.ts'
import type { Transport } from '../transport/transport.ts'
import type { FailedUpload, UploadFile, UploadQueueSnapshot } from './upload-file.ts'

/** Uploads at once by default, and the bounds of what can be said. @source data-layer §5, §9 */
export const uploadsAtOnce = { default: 3, min: 1, max: 10 } as const

export interface UploadNeeds {
  readonly transport: Pick<Transport, 'call'>
  readonly clock: Clock
  /** Uploads at once over all jobs, clamped to 1..10. */
  readonly maxUploads?: number | undefined
  /** Hears of the items that an upload made. */
  readonly uploaded: (jobId: number, items: readonly ImportItem[]) => void
}

/** The upload queues of all jobs. */
export interface UploadQueues {
  readonly uploads: KeyedReadable<UploadQueueSnapshot>
  add(jobId: number, files: readonly File[], unzip: boolean): readonly string[]
  pause(jobId: number, paused: boolean): void
  cancel(jobId: number, fileId: string): void
  retry(jobId: number, fileId: string): void
  dismiss(jobId: number, fileId: string): void
  /** Stops all uploads and forgets all files. */
  clear(): void
}

/** A file with what is known of its upload. */
interface Entry {
  readonly jobId: number
  readonly file: File
  readonly shown: UploadFile
}

interface Queue {
  readonly needs: UploadNeeds
  readonly entries: Map<string, Entry>
  readonly failed: Map<string, Entry & { readonly reason: FailedUpload }>
  readonly paused: Set<number>
  readonly aborts: Map<string, AbortController>
  readonly show: (jobId: number) => void
}

/** Creates the upload queues. @source data-layer §3 Upload queue entry per job, §4 Upload file, §8, §9 */
export function createUploadQueues(needs: UploadNeeds): UploadQueues {
  const store = createKeyedStore<UploadQueueSnapshot>(() => snapshotOf([], [], false))
  const queue: Queue = {
    needs,
    entries: new Map(),
    failed: new Map(),
    paused: new Set(),
    aborts: new Map(),
    show(jobId) {
      const own = [...queue.entries.values()]
        .filter((entry) => entry.jobId === jobId)
        .map(({ shown }) => shown)
      const failed = [...queue.failed.values()]
        .filter((entry) => entry.jobId === jobId)
        .map(({ reason }) => reason)
      store.set(String(jobId), snapshotOf(own, failed, queue.paused.has(jobId)))
    },
  }
  let counter = 0
  const register = (jobId: number, file: File, unzip: boolean): string => {
    const id = `${needs.clock.nowMs()}-${++counter}`
    queue.entries.set(id, {
      jobId,
      file,
      shown: {
        id,
        name: file.name,
        sizeBytes: file.size,
        unzip,
        status: 'registered',
        progress: 0,
        loadedBytes: 0,
      },
    })
    return id
  }
  return {
    uploads: store,
    add(jobId, files, unzip) {
      const ids = files.map((file) => register(jobId, file, unzip))
      queue.show(jobId)
      startNext(queue)
      return ids
    },
    pause(jobId, paused) {
      if (paused) queue.paused.add(jobId)
      else queue.paused.delete(jobId)
      queue.show(jobId)
      startNext(queue)
    },
    cancel: (_jobId, fileId) => cancel(queue, fileId),
    clear() {
      queue.entries.clear()
      queue.failed.clear()
      for (const abort of queue.aborts.values()) abort.abort()
      store.clear()
    },
    retry(jobId, fileId) {
      const failed = queue.failed.get(fileId)
      queue.failed.delete(fileId)
      if (failed) register(jobId, failed.file, failed.shown.unzip)
      queue.show(jobId)
      startNext(queue)
    },
    dismiss(jobId, fileId) {
      queue.failed.delete(fileId)
      queue.show(jobId)
    },
  }
}

function edit(queue: Queue, id: string, change: Partial<UploadFile>): void {
  const entry = queue.entries.get(id)
  if (!entry) return
  queue.entries.set(id, { ...entry, shown: { ...entry.shown, ...change } })
  queue.show(entry.jobId)
}

/**
 * Starts as many uploads as may run at once.
 * @source data-layer §4: resolving only if fewer uploads than the maximum are processing
 */
function startNext(queue: Queue): void {
  const { min, max } = uploadsAtOnce
  const atOnce = Math.min(max, Math.max(min, Math.trunc(queue.needs.maxUploads ?? uploadsAtOnce.default)))
  for (const [id, entry] of queue.entries) {
    if (queue.aborts.size >= atOnce) return
    if (entry.shown.status !== 'registered' || queue.paused.has(entry.jobId)) continue
    queue.aborts.set(id, new AbortController())
    edit(queue, id, { status: 'resolving' })
    void upload(queue, id, entry)
  }
}

async function upload(queue: Queue, id: string, { jobId, file, shown }: Entry): Promise<void> {
  const signal = queue.aborts.get(id)?.signal
  try {
    edit(queue, id, { status: 'resolved' })
    const answer = await queue.needs.transport.call(
      calls.uploadImportFiles,
      { unzip: shown.unzip, job: jobId },
      {
        signal,
        form: formOf(jobId, file),
        onUploadProgress: (loaded, total) => progress(queue, id, file, loaded / Math.max(1, total)),
      },
    )
    edit(queue, id, { status: 'loaded', progress: 100, loadedBytes: file.size })
    const { data, files } = answer.response
    // A file can be taken in part: of a zip, or not at all though the call went well.
    for (const [index, { filename, problem, item }] of files.entries()) {
      if (problem && item === null)
        putFailed(
          queue,
          { jobId, file, shown },
          {
            id: `${id}-${index}`,
            name: filename,
            messageKey: problem.code,
            message: problem.message,
            error: null,
          },
        )
    }
    if (data.length === 0 && files.some(({ problem }) => problem)) queue.entries.delete(id)
    queue.needs.uploaded(jobId, data)
  } catch (error) {
    const failure = toFailure(error)
    queue.entries.delete(id)
    if (!isCanceled(failure))
      putFailed(queue, { jobId, file, shown }, { id, name: file.name, ...wordsOf(failure), error: failure })
  } finally {
    queue.aborts.delete(id)
    queue.show(jobId)
    startNext(queue)
  }
}

/**
 * The json part comes before the file, which it names; a file for which there is no room is refused by its
 * size.
 * @source data-layer §7 Mass import; wire facts
 */
function formOf(jobId: number, file: File): FormData {
  const form = new FormData()
  const sizes = { file: file.size }
  form.append('json', JSON.stringify({ job: { id: jobId }, sizes, binary: 'cid:file' }))
  form.append('file', file, file.name)
  return form
}

/** @source data-layer §9: progress is reported in steps of at least 1 % */
function progress(queue: Queue, id: string, file: File, part: number): void {
  const percent = Math.min(100, Math.floor(part * 100))
  const shown = queue.entries.get(id)?.shown
  if (shown && percent > shown.progress)
    edit(queue, id, { progress: percent, loadedBytes: Math.round(part * file.size) })
}

/**
 * A waiting file leaves the queue; one under way becomes invalid, which stops it.
 * @source data-layer §4 Upload file
 */
function cancel(queue: Queue, id: string): void {
  const entry = queue.entries.get(id)
  if (!entry) return
  const abort = queue.aborts.get(id)
  if (abort) {
    edit(queue, id, { status: 'invalid' })
    abort.abort()
    return
  }
  queue.entries.delete(id)
  queue.show(entry.jobId)
}

function putFailed(queue: Queue, entry: Entry, reason: Omit<FailedUpload, 'sizeBytes'>): void {
  queue.failed.set(reason.id, { ...entry, reason: { ...reason, sizeBytes: entry.file.size } })
}

/**
 * @source data-layer §8: 400/9 and 400/17 show 'error.message.format', others the server's or the network's
 * words, or 'An error occured'
 */
function wordsOf(failure: Failure): Pick<FailedUpload, 'messageKey' | 'message'> {
  const malformed = failure.code === 'upload_format' || failure.code === 'upload_empty'
  return {
    messageKey: malformed ? 'error.message.format' : failure.code,
    message: failure.message || 'An error occured',
  }
}

function snapshotOf(
  files: readonly UploadFile[],
  failed: readonly FailedUpload[],
  paused: boolean,
): UploadQueueSnapshot {
  const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)
  return {
    paused,
    files,
    nbFiles: files.length,
    failed,
    totalBytes: sum(files.map(({ sizeBytes }) => sizeBytes)),
    loadedBytes: sum(files.map(({ loadedBytes }) => loadedBytes)),
  }
}
