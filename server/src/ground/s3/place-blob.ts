import { setTimeout as sleep } from 'node:timers/promises'
import type { Digest } from '../blobs/write-file.ts'
import { isMissing } from './s3-error.ts'
import { copyObject, deleteObject, headObject, putObject } from './s3-objects.ts'
import type { S3Sender } from './s3-request.ts'

/** A blob's key, and that which says that it is being removed. */
export type BlobKeys = { readonly blob: string; readonly removing: string }

/** A removal takes two requests; one that takes longer gives up, and is forgotten after twice as long. */
const mostRemovalMs = 30_000
const lookAgainAfterMs = 50

/**
 * Gives bytes their place, unless the store holds them: then they are copied onto themselves, so that they
 * count as written now. S3 cannot look and remove in one step. Therefore who removes says so beforehand, and
 * whoever writes looks once more when no removal is under way: what was removed meanwhile is written again,
 * and a removal that begins later finds bytes that are new.
 * @param put gives the bytes their place
 * @returns whether they were new
 * @source decision 0191
 */
export async function placeBlob(
  sender: S3Sender,
  bucket: string,
  keys: BlobKeys,
  digest: Digest,
  put: () => Promise<void>,
): Promise<boolean> {
  let isNew: boolean | undefined
  do {
    const isHeld = await renew(sender, bucket, keys.blob, digest)
    if (!isHeld) await put()
    isNew ??= !isHeld
    await untilNotRemoving(sender, keys)
  } while (!(await isThere(sender, keys.blob, digest)))
  return isNew
}

/** False where the store holds no such bytes, or some that are damaged. */
async function renew(sender: S3Sender, bucket: string, key: string, digest: Digest): Promise<boolean> {
  if (!(await isThere(sender, key, digest))) return false
  return copyObject(sender, bucket, key, key, digest).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false
      throw error
    },
  )
}

async function isThere(sender: S3Sender, key: string, { sizeBytes, crc32 }: Digest): Promise<boolean> {
  const head = await headObject(sender, key)
  return head?.sizeBytes === sizeBytes && (head.crc32 ?? crc32) === crc32
}

async function untilNotRemoving(sender: S3Sender, { removing }: BlobKeys): Promise<void> {
  for (;;) {
    const head = await headObject(sender, removing)
    if (!head || head.nowMs - head.modifiedAtMs > 2 * mostRemovalMs) return
    await sleep(lookAgainAfterMs)
  }
}

/** Removes a blob that was last written some time ago; false where it stays. */
export async function removeBlob(sender: S3Sender, keys: BlobKeys, unusedForMs: number): Promise<boolean> {
  if (!(await isUnused(sender, keys.blob, unusedForMs))) return false
  const until = performance.now() + mostRemovalMs
  await putObject(sender, { key: keys.removing, body: Buffer.alloc(0) })
  try {
    if (!(await isUnused(sender, keys.blob, unusedForMs)) || performance.now() > until) return false
    await deleteObject(sender, keys.blob)
    return true
  } finally {
    await deleteObject(sender, keys.removing)
  }
}

async function isUnused(sender: S3Sender, key: string, unusedForMs: number): Promise<boolean> {
  const head = await headObject(sender, key)
  return head !== undefined && head.modifiedAtMs <= head.nowMs - unusedForMs
}
