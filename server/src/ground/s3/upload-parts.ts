import { subtle } from 'node:crypto'
import type { BlobWriteOptions } from '../blobs/blob-store.ts'
import { abortUpload, completeUpload, createUpload, uploadPart } from './s3-objects.ts'
import type { S3Sender } from './s3-request.ts'

/** Bytes on their way into an object. */
export type PartsUpload = {
  /** Takes bytes that stay as they are; waits while as many parts are on their way as may be. */
  readonly add: (chunk: Uint8Array) => Promise<void> | undefined
  /**
   * All bytes where they are fewer than a part: nothing was sent. Otherwise undefined, and the object is
   * there, whole.
   */
  readonly end: () => Promise<Buffer | undefined>
  /** Throws away what was sent. */
  readonly abort: () => Promise<void>
}

/** @source Amazon S3 API: a part has 5 MB or more, but for the last, and an upload 10,000 at most */
const mostParts = 10_000
const leastPartBytes = 8 * 1024 * 1024
/** Where the size is not known: 160 GB. */
const usualPartBytes = 16 * 1024 * 1024
/** How many parts are sent while the next one fills: an upload holds three in memory. */
const mostInFlight = 2

/**
 * Sends bytes into an object part by part, all of one size, as some stores demand. Each part is sent with its
 * SHA-256, so that the store refuses other bytes. Bytes that fit into one part are kept, for whoever knows
 * their name by then.
 */
export function uploadParts(
  sender: S3Sender,
  key: string,
  { maxSizeBytes, signal }: BlobWriteOptions = {},
): PartsUpload {
  const partBytes = Math.max(
    leastPartBytes,
    maxSizeBytes === undefined ? usualPartBytes : Math.ceil(maxSizeBytes / mostParts),
  )
  const stop = new AbortController()
  const stopped = signal ? AbortSignal.any([stop.signal, signal]) : stop.signal
  const etags: Promise<string>[] = []
  const inFlight = new Set<Promise<unknown>>()
  let uploadId: Promise<string> | undefined
  let waiting: Uint8Array[] = []
  let waitingBytes = 0

  const sendPart = async (partNumber: number, body: Buffer<ArrayBuffer>): Promise<string> => {
    const id = await (uploadId ??= createUpload(sender, key, {}))
    // Off this thread, unlike the hash of the whole.
    const bodySha256 = Buffer.from(await subtle.digest('SHA-256', body)).toString('hex')
    return uploadPart(sender, key, { uploadId: id, partNumber }, { body, bodySha256, signal: stopped })
  }
  const takePart = (): Buffer<ArrayBuffer> => {
    const taken: Uint8Array[] = []
    for (let missing = partBytes; missing > 0;) {
      const chunk = waiting.shift()
      if (!chunk) break
      taken.push(chunk.subarray(0, missing))
      if (chunk.length > missing) waiting.unshift(chunk.subarray(missing))
      missing -= Math.min(missing, chunk.length)
    }
    waitingBytes -= partBytes
    return Buffer.concat(taken)
  }
  const sendNext = async (): Promise<void> => {
    while (waitingBytes > partBytes) {
      const sent = sendPart(etags.length + 1, takePart())
      etags.push(sent)
      const done = sent.finally(() => inFlight.delete(done))
      inFlight.add(done)
      done.catch(() => {})
      if (inFlight.size >= mostInFlight) await Promise.race(inFlight)
    }
  }
  return {
    add: (chunk) => {
      waiting.push(chunk)
      waitingBytes += chunk.length
      return waitingBytes > partBytes ? sendNext() : undefined
    },
    end: async () => {
      if (etags.length === 0) return Buffer.concat(waiting)
      etags.push(sendPart(etags.length + 1, Buffer.concat(waiting)))
      const all = await Promise.all(etags)
      await completeUpload(sender, key, (await uploadId) ?? '', all)
      return undefined
    },
    abort: async () => {
      stop.abort()
      await Promise.allSettled(etags)
      const id = await uploadId?.catch(() => undefined)
      if (id !== undefined) await abortUpload(sender, key, id)
    },
  }
}
