import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestBucket, skipReason, testStoreUrl, type TestBucket } from '../s3/test-bucket.ts'
import { openS3Place } from './backup-place.ts'

describe.skipIf(testStoreUrl === '')(`backups in a bucket (${skipReason})`, () => {
  let bucket: TestBucket
  let folder: string
  beforeAll(async () => {
    bucket = await createTestBucket()
    folder = await mkdtemp(join(tmpdir(), 'backup-bucket-'))
  })
  afterAll(async () => {
    await bucket.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('are encrypted under names that reveal no file, opened by the passphrase alone, and stored once', async () => {
    const key = { passphrase: 'correct horse battery', isForNew: true }
    const sealed = await openS3Place(bucket.place, folder, key)
    const all = [0, 1, 65_536, 9_000_001].map((size) => randomBytes(size))
    for (const bytes of all) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect(await sealed.blobs.write(bytes)).toMatchObject({ sha256, sizeBytes: bytes.length, isNew: true })
      expect(await sealed.blobs.write(bytes)).toMatchObject({ sha256, isNew: false })
    }
    const again = await openS3Place(bucket.place, folder, { ...key, isForNew: false })
    for (const bytes of all) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect((await bucket.names()).some((name) => name.includes(sha256))).toBe(false)
      expect(await again.blobs.sizeOf(sha256)).toBe(bytes.length)
      expect((await buffer(again.blobs.open(sha256))).equals(bytes)).toBe(true)
    }
    const wrong = { passphrase: 'incorrect horse battery', isForNew: true }
    await expect(openS3Place(bucket.place, folder, wrong)).rejects.toThrow('is not the one')
    await expect(openS3Place(bucket.place, folder)).rejects.toThrow('are encrypted')
  })
})
