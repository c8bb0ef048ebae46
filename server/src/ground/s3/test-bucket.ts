import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BlobStore } from '../blobs/blob-store.ts'
import { listAll } from '../blobs/test-blob-store.ts'
import type { S3Place } from '../settings/blobs-place.ts'
import { createS3Blobs } from './s3-blobs.ts'
import { deleteObject, listObjects, listUploads, putObject } from './s3-objects.ts'
import { createS3Sender, type S3Sender } from './s3-request.ts'

/** Where tests have an S3 store; without one they are skipped. */
export const testStoreUrl = process.env['CARTOUCHE_TEST_S3'] ?? ''
export const skipReason =
  'skipped where CARTOUCHE_TEST_S3 names no S3 store and Debian’s Ceph is not installed'

/** A prefix of a test's own in a bucket of the tests' own. */
export type TestBucket = {
  readonly place: S3Place
  readonly sender: S3Sender
  /** The last parts of all keys; unfinished uploads as `upload`. */
  readonly names: () => Promise<string[]>
  /** A store in it, by way of another address where one is given. */
  readonly open: (options?: { readonly endpoint?: string; readonly mostBytes?: number }) => Promise<BlobStore>
  readonly scratchFolder: string
  readonly close: () => Promise<void>
}

let prefixes = 0

/** Makes one at the tests' store. */
export async function createTestBucket(): Promise<TestBucket> {
  const { username, password, origin } = new URL(testStoreUrl)
  const place: S3Place = {
    bucket: 'cartouche-test',
    prefix: `${process.pid}-${prefixes++}/`,
    endpoint: origin,
    region: 'us-east-1',
    accessKeyId: username,
    secretAccessKey: password,
    sessionToken: undefined,
  }
  const sender = createS3Sender(place)
  await putObject(sender, {})
  const scratchFolder = await mkdtemp(join(tmpdir(), 'cartouche-scratch-'))
  const keys = async (): Promise<string[]> =>
    (await listAll(listObjects(sender, place.prefix))).map(({ key }) => key)
  return {
    place,
    sender,
    scratchFolder,
    names: async () => {
      const uploads = await listAll(listUploads(sender, place.prefix))
      return [
        ...(await keys()).map((key) => key.split('/').at(-1) ?? ''),
        ...uploads.map(() => 'upload'),
      ].concat(await readdir(scratchFolder))
    },
    open: ({ endpoint = origin, mostBytes = 1e9 } = {}) =>
      createS3Blobs({ ...place, endpoint }, { folder: scratchFolder, mostBytes }),
    close: async () => {
      for (const key of await keys()) await deleteObject(sender, key)
      sender.close()
      await rm(scratchFolder, { recursive: true, force: true })
    },
  }
}
