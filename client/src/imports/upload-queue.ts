import type { Clock } from '../clock.ts'
import { isCanceled, toFailure, type Failure } from '../failure.ts'
import { createKeyedStore, type KeyedReadable } from '../store/keyed-store.ts'
import type { FailedUpload, UploadFile, UploadQueueSnapshot } from './upload-file.ts'

/** Uploads at once by default, and the bounds of what can be said. @source data-layer §5, §9 */
export const uploadsAtOnce = { default: 3, min: 1, max: 10 } as const

/** How a file is sent. */
export interface SendOptions {
  readonly unzip: boolean
  readonly signal: AbortSignal | undefined
  readonly onProgress: (loaded: number, total: number) => void
}

/** What became of a file that was sent. */
export interface SentUpload {
  /** What of it was not taken: of a zip, or the file itself though the call went well. */
  readonly refused: readonly { readonly name: string; readonly code: string; readonly message: string }[]
  /** Whether any of it was taken. */
  readonly isTaken: boolean
  /** Shows what it made, once the queue says that it was sent. */
  readonly shown: () => void
}

/** `Key`: what files are queued for: an import, a share. */
export interface UploadNeeds<Key> {
  readonly clock: Clock
  /** Uploads at once over all queues, clamped to 1..10. */
  readonly maxUploads?: number | undefined
  /** Sends one file. */
  readonly send: (key: Key, file: File, options: SendOptions) => Promise<SentUpload>
}

/** The upload queues of all imports, or of all shares. */
export interface UploadQueues<Key> {
  readonly uploads: KeyedReadable<UploadQueueSnapshot>
  add(key: Key, files: readonly File[], unzip: boolean): readonly string[]
  pause(key: Key, paused: boolean): void
  cancel(key: Key, fileId: string): void
  retry(key: Key, fileId: string): void
  dismiss(key: Key, fileId: string): void
  /** Stops all uploads and forgets all files. */
  clear(): void
}

/** A file with what is known of its upload. */
interface Entry<Key> {
  readonly key: Key
  readonly file: File
  readonly shown: UploadFile
}

interface Queue<Key> {
  readonly needs: UploadNeeds<Key>
  readonly entries: Map<string, Entry<Key>>
  readonly failed: Map<string, Entry<Key> & { readonly reason: FailedUpload }>
  readonly paused: Set<Key>
  readonly aborts: Map<string, AbortController>
  readonly show: (key: Key) => void
}

/** Creates the upload queues. @source data-layer §3 Upload queue entry per job, §4 Upload file, §8, §9 */
export function createUploadQueues<Key extends number | string>(needs: UploadNeeds<Key>): UploadQueues<Key> {
  const store = createKeyedStore<UploadQueueSnapshot>(() => snapshotOf([], [], false))
  const queue: Queue<Key> = {
    needs,
    entries: new Map(),
    failed: new Map(),
    paused: new Set(),
    aborts: new Map(),
    show(key) {
      const own = [...queue.entries.values()].filter((entry) => entry.key === key).map(({ shown }) => shown)
      const failed = [...queue.failed.values()]
        .filter((entry) => entry.key === key)
        .map(({ reason }) => reason)
      store.set(String(key), snapshotOf(own, failed, queue.paused.has(key)))
    },
  }
  let counter = 0
  const register = (key: Key, file: File, unzip: boolean): string => {
    const id = `${needs.clock.nowMs()}-${++counter}`
    queue.entries.set(id, {
      key,
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
    add(key, files, unzip) {
      const ids = files.map((file) => register(key, file, unzip))
      queue.show(key)
      startNext(queue)
      return ids
    },
    pause(key, paused) {
      if (paused) queue.paused.add(key)
      else queue.paused.delete(key)
      queue.show(key)
      startNext(queue)
    },
    cancel: (_jobId, fileId) => cancel(queue, fileId),
    clear() {
      queue.entries.clear()
      queue.failed.clear()
      for (const abort of queue.aborts.values()) abort.abort()
      store.clear()
    },
    retry(key, fileId) {
      const failed = queue.failed.get(fileId)
      queue.failed.delete(fileId)
      if (failed) register(key, failed.file, failed.shown.unzip)
      queue.show(key)
      startNext(queue)
    },
    dismiss(key, fileId) {
      queue.failed.delete(fileId)
      queue.show(key)
    },
  }
}

function edit<Key>(queue: Queue<Key>, id: string, change: Partial<UploadFile>): void {
  const entry = queue.entries.get(id)
  if (!entry) return
  queue.entries.set(id, { ...entry, shown: { ...entry.shown, ...change } })
  queue.show(entry.key)
}

/**
 * Starts as many uploads as may run at once.
 * @source data-layer §4: resolving only if fewer uploads than the maximum are processing
 */
function startNext<Key>(queue: Queue<Key>): void {
  const { min, max } = uploadsAtOnce
  const atOnce = Math.min(max, Math.max(min, Math.trunc(queue.needs.maxUploads ?? uploadsAtOnce.default)))
  for (const [id, entry] of queue.entries) {
    if (queue.aborts.size >= atOnce) return
    if (entry.shown.status !== 'registered' || queue.paused.has(entry.key)) continue
    queue.aborts.set(id, new AbortController())
    edit(queue, id, { status: 'resolving' })
    void upload(queue, id, entry)
  }
}

async function upload<Key>(queue: Queue<Key>, id: string, { key, file, shown }: Entry<Key>): Promise<void> {
  const signal = queue.aborts.get(id)?.signal
  try {
    edit(queue, id, { status: 'resolved' })
    const {
      refused,
      isTaken,
      shown: showMade,
    } = await queue.needs.send(key, file, {
      unzip: shown.unzip,
      signal,
      onProgress: (loaded, total) => progress(queue, id, file, loaded / Math.max(1, total)),
    })
    edit(queue, id, { status: 'loaded', progress: 100, loadedBytes: file.size })
    for (const [index, { name, code, message }] of refused.entries())
      putFailed(
        queue,
        { key, file, shown },
        { id: `${id}-${index}`, name, messageKey: code, message, error: null },
      )
    if (!isTaken) queue.entries.delete(id)
    showMade()
  } catch (error) {
    const failure = toFailure(error)
    queue.entries.delete(id)
    if (!isCanceled(failure))
      putFailed(queue, { key, file, shown }, { id, name: file.name, ...wordsOf(failure), error: failure })
  } finally {
    queue.aborts.delete(id)
    queue.show(key)
    startNext(queue)
  }
}

/** @source data-layer §9: progress is reported in steps of at least 1 % */
function progress<Key>(queue: Queue<Key>, id: string, file: File, part: number): void {
  const percent = Math.min(100, Math.floor(part * 100))
  const shown = queue.entries.get(id)?.shown
  if (shown && percent > shown.progress)
    edit(queue, id, { progress: percent, loadedBytes: Math.round(part * file.size) })
}

/**
 * A waiting file leaves the queue; one under way becomes invalid, which stops it.
 * @source data-layer §4 Upload file
 */
function cancel<Key>(queue: Queue<Key>, id: string): void {
  const entry = queue.entries.get(id)
  if (!entry) return
  const abort = queue.aborts.get(id)
  if (abort) {
    edit(queue, id, { status: 'invalid' })
    abort.abort()
    return
  }
  queue.entries.delete(id)
  queue.show(entry.key)
}

function putFailed<Key>(queue: Queue<Key>, entry: Entry<Key>, reason: Omit<FailedUpload, 'sizeBytes'>): void {
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
