import { createHash, randomBytes } from 'node:crypto'
import { access } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testJoinBlobs } from '../blobs/test-join-blobs.ts'
import { testBlobStore } from '../blobs/test-blob-store.ts'
import { createUpload, putObject } from './s3-objects.ts'
import { createTestBucket, skipReason, testStoreUrl, type TestBucket } from './test-bucket.ts'

const openOne = async () => {
  const bucket = await createTestBucket()
  return { blobs: await bucket.open(), names: bucket.names, close: bucket.close }
}

describe.skipIf(testStoreUrl === '')(`an S3 store (${skipReason})`, () => {
  testBlobStore(openOne)
  testJoinBlobs(openOne)

  let bucket: TestBucket
  beforeEach(async () => {
    bucket = await createTestBucket()
  })
  afterEach(() => bucket.close())

  test('wrong keys are reported when it is opened, by name and without the secret', async () => {
    const { createS3Blobs } = await import('./s3-blobs.ts')
    const place = { ...bucket.place, secretAccessKey: 'not-the-secret' }
    const opened = createS3Blobs(place, { folder: bucket.scratchFolder, mostBytes: 1 })
    await expect(opened).rejects.toThrow(/403 SignatureDoesNotMatch.*AWS_SECRET_ACCESS_KEY/)
    await expect(opened).rejects.not.toThrow(/not-the-secret/)
    const elsewhere = { ...bucket.place, bucket: 'cartouche-none' }
    await expect(createS3Blobs(elsewhere, { folder: bucket.scratchFolder, mostBytes: 1 })).rejects.toThrow(
      /NoSuchBucket.*CARTOUCHE_BLOBS/,
    )
  })

  test('a blob that another program put there is checked by its hash', async () => {
    const blobs = await bucket.open()
    const bytes = randomBytes(1000)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const key = `${bucket.place.prefix}${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`
    const put = (body: Buffer): Promise<void> =>
      putObject(bucket.sender, { key, body, bodySha256: createHash('sha256').update(body).digest('hex') })
    await put(bytes)
    expect((await buffer(blobs.open(sha256))).equals(bytes)).toBe(true)
    await put(randomBytes(1000))
    await expect(buffer(blobs.open(sha256))).rejects.toThrow('holds other bytes than were stored')
  })

  test('what was cut short is swept once it is old', async () => {
    const blobs = await bucket.open()
    await createUpload(bucket.sender, `${bucket.place.prefix}incoming/left`, {})
    for (const key of ['incoming/half', 'removing/half'])
      await putObject(bucket.sender, { key: bucket.place.prefix + key, body: Buffer.alloc(0) })
    await blobs.write(Buffer.from('stays'))
    expect(await blobs.sweep(60_000)).toBe(0)
    await sleep(1100)
    expect(await blobs.sweep(0)).toBe(3)
    expect(await bucket.names()).toHaveLength(1)
  })

  test('files are lent within the room that there is, once to all who ask, and are gone afterwards', async () => {
    const blobs = await bucket.open({ mostBytes: 1000 })
    const stored = await Promise.all([700, 600, 5000].map((size) => blobs.write(randomBytes(size))))
    const [first, second, third] = stored.map(({ sha256 }) => sha256)
    const atOnce: number[] = []
    let lent = 0
    const use = async (path: string): Promise<void> => {
      await access(path)
      lent += 1
      atOnce.push(lent)
      await sleep(50)
      lent -= 1
    }
    const paths = new Set<string>()
    await Promise.all(
      [first, first].map((sha256) =>
        blobs.withLocalFile(sha256 ?? '', async (path) => {
          paths.add(path)
          await sleep(100)
        }),
      ),
    )
    expect(paths.size).toBe(1)
    await Promise.all([first, second, third].map((sha256) => blobs.withLocalFile(sha256 ?? '', use)))
    expect(Math.max(...atOnce)).toBe(1)
    expect((await bucket.names()).toSorted()).toEqual(stored.map(({ sha256 }) => sha256).toSorted())
  })
})
