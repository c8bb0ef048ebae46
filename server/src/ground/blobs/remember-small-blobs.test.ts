import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BlobStore } from './blob-store.ts'
import { createFolderBlobs } from './folder-blobs.ts'
import { rememberSmallBlobs } from './remember-small-blobs.ts'

let folder: string
let blobs: BlobStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartouche-small-'))
  blobs = rememberSmallBlobs(await createFolderBlobs(folder))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('any part of a blob is the same from disk and from memory, small or large, empty too', async () => {
  for (const size of [0, 1, 5000, 96 * 1024, 96 * 1024 + 1]) {
    const bytes = randomBytes(size)
    const { sha256, sizeBytes } = await blobs.write(bytes)
    for (const [start, endExclusive] of [
      [0, size],
      [0, size],
      [1, size],
      [0, Math.min(10, size)],
      [Math.floor(size / 2), size],
    ] as const) {
      if (start > endExclusive) continue
      expect(
        (await buffer(blobs.open(sha256, { start, endExclusive, sizeBytes }))).equals(
          bytes.subarray(start, endExclusive),
        ),
        `${size} ${start} ${endExclusive}`,
      ).toBe(true)
    }
  }
})

test('a blob that is missing fails the stream', async () => {
  await expect(buffer(blobs.open('0'.repeat(64), { sizeBytes: 10 }))).rejects.toThrow()
})

test('what is read often is read from the disk once', async () => {
  const { sha256, sizeBytes } = await blobs.write(randomBytes(2000))
  await buffer(blobs.open(sha256, { sizeBytes }))
  await rm(folder, { recursive: true })
  expect((await buffer(blobs.open(sha256, { sizeBytes }))).length).toBe(2000)
})
