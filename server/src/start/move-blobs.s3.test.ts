import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFolderBlobs } from '../ground/blobs/folder-blobs.ts'
import { listAll } from '../ground/blobs/test-blob-store.ts'
import { createTestBucket, skipReason, testStoreUrl, type TestBucket } from '../ground/s3/test-bucket.ts'
import { runTestCommand } from './test-command.ts'

describe.skipIf(testStoreUrl === '')(`files are moved to S3 and back (${skipReason})`, () => {
  let bucket: TestBucket
  let folder: string
  beforeEach(async () => {
    bucket = await createTestBucket()
    folder = await mkdtemp(join(tmpdir(), 'move-command-'))
  })
  afterEach(async () => {
    await bucket.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('by the command, what is damaged excepted', async () => {
    const { place } = bucket
    const s3 = `s3://${place.bucket}/${place.prefix}`
    const variables = {
      CARTOUCHE_DATA: folder,
      AWS_ENDPOINT_URL_S3: place.endpoint ?? '',
      AWS_ACCESS_KEY_ID: place.accessKeyId,
      AWS_SECRET_ACCESS_KEY: place.secretAccessKey,
    }
    const blobs = await createFolderBlobs(join(folder, 'blobs'))
    const all = [0, 1000, 2_000_000, 20_000_003].map((size) => randomBytes(size))
    const stored = await Promise.all(all.map((bytes) => blobs.write(bytes)))
    const damaged = await blobs.write(randomBytes(500))
    await blobs.withLocalFile(damaged.sha256, (path) => writeFile(path, randomBytes(500)))

    const there = { ...variables, CARTOUCHE_BLOBS: s3, CARTOUCHE_BLOBS_BEFORE: 'folder' }
    const moved = await runTestCommand('move-blobs.ts', there, '--delete')
    expect(moved).toMatchObject({
      code: 3,
      errors: `${damaged.sha256} stays where it was: it holds other bytes than its name says.\n`,
    })
    expect(moved.output).toContain('4 of 5 files are at the new place (0.02 of 0.02 GB); 4 are deleted')
    expect(await listAll(blobs.list())).toEqual([{ sha256: damaged.sha256, sizeBytes: 500 }])
    expect((await bucket.names()).toSorted()).toEqual(stored.map(({ sha256 }) => sha256).toSorted())

    const back = { ...variables, CARTOUCHE_BLOBS: 'folder', CARTOUCHE_BLOBS_BEFORE: s3 }
    expect(await runTestCommand('move-blobs.ts', back, '--delete')).toMatchObject({ code: 0, errors: '' })
    expect(await bucket.names()).toEqual([])
    for (const [at, { sha256 }] of stored.entries())
      expect((await buffer(blobs.open(sha256))).equals(all[at] ?? Buffer.alloc(0))).toBe(true)
  })
})
