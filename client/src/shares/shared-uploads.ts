import { ApiError, calls, programType, type SentFile } from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import type { UploadQueueSnapshot } from '../imports/upload-file.ts'
import { createUploadQueues, type SentUpload } from '../imports/upload-queue.ts'
import { createKeyedStore, type KeyedReadable } from '../store/keyed-store.ts'
import type { VisitedShare } from './share-snapshots.ts'
import { sharesOf } from './shares.ts'
import { underShare, visitorsOf } from './visitors.ts'

/**
 * Files that visitors of shares send, by the id of the share: those on their way, and those that have
 * arrived. `visitorsOf` knows who sends them.
 * @source decision 0232
 */
export interface SharedUploads extends Forgetful {
  readonly uploads: KeyedReadable<UploadQueueSnapshot>
  /** What the visitor has sent, newest first; null: it was not read. */
  readonly sent: KeyedReadable<readonly SentFile[] | null>
  /** Reads what the visitor has sent. @throws share_not_found, share_action_refused, access_denied */
  fetchSent(shareId: string): Promise<void>
  /**
   * Queues files; they wait until the visitor has said who they are. Those that the server would refuse by
   * what is known of them fail before a byte is sent. Answers their upload ids.
   */
  send(shareId: string, files: readonly File[]): readonly string[]
  /** Takes a file out of the queue, stopping it where it is under way. */
  cancel(shareId: string, fileId: string): void
  /** Queues a failed file again; the server takes it once, also where only its answer was lost. */
  retry(shareId: string, fileId: string): void
  /** Forgets a failed file. */
  dismiss(shareId: string, fileId: string): void
  /** Somebody else sits there: forgets what was sent, and what waits to be. */
  forget(shareId: string): void
}

/** The files of visitors of a client. */
export const sharedUploadsOf = attach(createSharedUploads)

function createSharedUploads(client: Client): SharedUploads {
  const [visitors, shares] = [visitorsOf(client), sharesOf(client)]
  const sent = createKeyedStore<readonly SentFile[] | null>(() => null)
  const keys = new WeakMap<File, string>()
  const keyOf = (file: File): string => {
    const key = keys.get(file) ?? newKey()
    keys.set(file, key)
    return key
  }
  const queues = createUploadQueues<string>({
    ...client.options,
    send: async (shareId, file, { signal, onProgress }): Promise<SentUpload> => {
      requireTakeable(file, shares.visits.get(shareId).share?.uploads ?? null)
      const answer = await visitors.write(shareId, (visitor) =>
        client.call(
          calls.uploadSharedFile,
          { id: shareId },
          {
            ...underShare(client, shareId),
            signal,
            form: formOf(visitor, keyOf(file), file),
            onUploadProgress: onProgress,
          },
        ),
      )
      return {
        refused: [],
        isTaken: true,
        shown: () => sent.update(shareId, (files) => [answer.file, ...(files ?? [])]),
      }
    },
  })
  const { add, pause, clear: _clear, ...more } = queues
  const followed = new Set<string>()
  return {
    ...more,
    sent,
    send(shareId, files) {
      if (!followed.has(shareId)) {
        followed.add(shareId)
        const follow = (): void => pause(shareId, visitors.get(shareId) === null)
        visitors.subscribe(shareId, follow)
        follow()
      }
      return add(shareId, files, false)
    },
    async fetchSent(shareId) {
      const { files } = await visitors.write(shareId, (visitor) =>
        client.call(calls.listSharedUploads, { id: shareId, visitor }, underShare(client, shareId)),
      )
      sent.set(shareId, files)
    },
    forget(shareId) {
      const { files, failed } = queues.uploads.get(shareId)
      for (const { id } of files) more.cancel(shareId, id)
      for (const { id } of failed) more.dismiss(shareId, id)
      sent.set(shareId, null)
    },
    // Visitors belong to shares, not to whoever is signed in.
    clear: () => undefined,
  }
}

/**
 * What a link takes, as it says itself; the server decides.
 * @throws upload_empty, upload_type_refused, upload_too_large, share_uploads_full
 * @source decision 0254
 */
function requireTakeable({ name, size }: File, terms: VisitedShare['uploads']): void {
  const type = programType(name)
  if (type !== null) throw new ApiError('upload_type_refused', { type })
  if (size === 0) throw new ApiError('upload_empty')
  if (terms === null) return
  const { maxFileBytes: maxSizeBytes, maxBytes } = terms
  if (size > maxSizeBytes) throw new ApiError('upload_too_large', { maxSizeBytes })
  if (size > maxBytes) throw new ApiError('share_uploads_full')
}

/** Also where the page is not secure, which has no `crypto.randomUUID`. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** The json part comes before the file, which it announces. */
function formOf(visitor: string, key: string, file: File): FormData {
  const form = new FormData()
  form.append('json', JSON.stringify({ visitor, key, size: file.size }))
  form.append('file', file, file.name)
  return form
}
