import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BlobStore } from './blob-store.ts'
import { createFolderBlobs } from './folder-blobs.ts'
import { moveBlobs } from './move-blobs.ts'
import { readBoth } from './read-both.ts'
import { listAll, testBlobStore } from './test-blob-store.ts'
import { testJoinBlobs } from './test-join-blobs.ts'

let folder: string
let before: BlobStore
let blobs: BlobStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'move-'))
  before = await createFolderBlobs(join(folder, 'before'))
  blobs = await createFolderBlobs(join(folder, 'blobs'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const openBoth = async () => {
  const own = await mkdtemp(join(tmpdir(), 'both-'))
  const both = readBoth(
    await createFolderBlobs(join(own, 'blobs')),
    await createFolderBlobs(join(own, 'before')),
  )
  return {
    blobs: both,
    names: async () => (await listAll(both.list())).map(({ sha256 }) => sha256),
    close: () => rm(own, { recursive: true, force: true }),
  }
}

describe('two stores as one', () => {
  testBlobStore(openBoth)
  testJoinBlobs(openBoth)

  test('each blob is read from where it is', async () => {
    const both = readBoth(blobs, before)
    const [old, young] = [randomBytes(3000), randomBytes(2_000_000)]
    const there = await before.write(old)
    const here = await both.write(young)
    expect(await before.sizeOf(here.sha256)).toBeUndefined()
    expect(await both.sizeOf(there.sha256)).toBe(3000)
    expect((await buffer(both.open(there.sha256, { start: 5 }))).equals(old.subarray(5))).toBe(true)
    const joined = [there, here].map(({ sha256, sizeBytes }) => ({
      head: Buffer.alloc(0),
      blob: { sha256, start: 0, endExclusive: sizeBytes, sizeBytes },
    }))
    expect((await buffer(both.join(joined))).equals(Buffer.concat([old, young]))).toBe(true)
    expect((await listAll(both.list())).length).toBe(2)
    expect(await both.remove(there.sha256, 0)).toBe(true)
    expect(await both.sizeOf(there.sha256)).toBeUndefined()
  })
})

async function fill(count: number): Promise<Map<string, Buffer>> {
  const all = Array.from({ length: count }, (_, at) => randomBytes(at * 1000))
  const stored = await Promise.all(all.map((bytes) => before.write(bytes)))
  return new Map(stored.map(({ sha256 }, at) => [sha256, all[at] ?? Buffer.alloc(0)]))
}

test('all blobs are copied, and readable all the while', async () => {
  const all = await fill(30)
  const both = readBoth(blobs, before)
  const moving = moveBlobs(before, blobs, { deletes: true })
  let isMoving = true
  const ended = moving.finally(() => (isMoving = false))
  while (isMoving)
    for (const [sha256, bytes] of all) expect((await buffer(both.open(sha256))).equals(bytes)).toBe(true)
  const { progress, unmoved } = await ended
  expect(unmoved).toEqual([])
  expect(progress).toEqual({ found: 30, foundBytes: 435_000, copied: 30, copiedBytes: 435_000, deleted: 30 })
  expect(await listAll(before.list())).toEqual([])
  expect(await listAll(blobs.list())).toHaveLength(30)
})

test('nothing is deleted unless asked', async () => {
  await fill(5)
  expect((await moveBlobs(before, blobs)).progress).toMatchObject({ copied: 5, deleted: 0 })
  expect(await listAll(before.list())).toHaveLength(5)
})

test('a move that was stopped goes on, and copies nothing twice', async () => {
  await fill(20)
  const stop = new AbortController()
  const stopped = moveBlobs(before, blobs, {
    deletes: true,
    signal: stop.signal,
    onProgress: ({ copied }) => {
      if (copied === 7) stop.abort(new Error('stopped'))
    },
  })
  await expect(stopped).rejects.toThrow('stopped')
  expect(await listAll(before.list())).toHaveLength(20)
  const known = new Set((await listAll(blobs.list())).map(({ sha256 }) => sha256))
  expect(known.size).toBeGreaterThanOrEqual(7)
  const written: string[] = []
  const watched: BlobStore = {
    ...blobs,
    write: async (...parameters) => {
      const stored = await blobs.write(...parameters)
      written.push(stored.sha256)
      return stored
    },
  }
  expect((await moveBlobs(before, watched, { deletes: true })).progress.deleted).toBe(20)
  expect(written).toHaveLength(20 - known.size)
  expect(written.some((sha256) => known.has(sha256))).toBe(false)
})

test('a blob that is damaged stays, is reported, and comes under no other name', async () => {
  const [sha256 = ''] = [...(await fill(3)).keys()].slice(1)
  await before.withLocalFile(sha256, (path) => writeFile(path, randomBytes(1000)))
  const { progress, unmoved } = await moveBlobs(before, blobs, { deletes: true })
  expect(unmoved).toEqual([{ sha256, reason: 'holds other bytes than its name says' }])
  expect(progress).toMatchObject({ copied: 2, deleted: 2 })
  expect((await listAll(before.list())).map((held) => held.sha256)).toEqual([sha256])
  expect(await listAll(blobs.list())).toHaveLength(2)
})

test('a blob whose copy is wrong is not deleted', async () => {
  const [sha256 = ''] = [...(await fill(3)).keys()].slice(1)
  await moveBlobs(before, blobs)
  await blobs.withLocalFile(sha256, (path) => writeFile(path, randomBytes(1000)))
  const { unmoved } = await moveBlobs(before, blobs, { deletes: true })
  expect(unmoved).toEqual([{ sha256, reason: 'its copy holds other bytes than its name says' }])
  const bytes = await buffer(before.open(sha256))
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
})
