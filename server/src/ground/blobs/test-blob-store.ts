import { createHash, randomBytes } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BlobStore } from './blob-store.ts'

/** A store of a test's own. */
export type OpenStore = {
  readonly blobs: BlobStore
  /** The names of all that it holds: blobs by their hash, and whatever else lies about. */
  readonly names: () => Promise<string[]>
  readonly close: () => Promise<unknown>
}

const bytes = randomBytes(1_500_000)
const sha256 = hashOf(bytes)
/** More than one part of an upload in parts. */
const large = randomBytes(20_000_003)
const absent = '0'.repeat(64)

function hashOf(whole: Buffer): string {
  return createHash('sha256').update(whole).digest('hex')
}

/** A stream of bytes as they come from the network. */
export function inPieces(whole: Buffer): Readable {
  return Readable.from(
    (function* pieces() {
      for (let at = 0; at < whole.length; at += 65_521) yield whole.subarray(at, at + 65_521)
    })(),
    { objectMode: false },
  )
}

/** All that something gives. */
export async function listAll<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

let store: OpenStore
let blobs: BlobStore

/** What every blob store does, wherever it keeps its bytes. */
export function testBlobStore(open: () => Promise<OpenStore>): void {
  beforeEach(async () => {
    store = await open()
    blobs = store.blobs
  })
  afterEach(() => store.close())

  describe('writes', testWrites)
  describe('writes that are cut short', testCutWrites)
  describe('reads', testReads)
  describe('files', testFiles)
  describe('removals', testRemovals)
}

function testWrites(): void {
  test.each([
    ['a stream', bytes, () => inPieces(bytes)],
    ['bytes', bytes, () => bytes],
    ['a long stream', large, () => inPieces(large)],
    ['many bytes', large, () => large],
  ])('%s is stored under its hash, with its size and CRC-32', async (_, whole, source) => {
    const stored = await blobs.write(source())
    expect(stored).toEqual({
      sha256: hashOf(whole),
      crc32: crc32(whole),
      sizeBytes: whole.length,
      isNew: true,
    })
    expect((await buffer(blobs.open(stored.sha256))).equals(whole)).toBe(true)
    expect(await store.names()).toEqual([stored.sha256])
  })

  test('equal bytes are stored once, and the second write says so', async () => {
    for (const whole of [bytes, large]) {
      await blobs.write(whole)
      expect((await blobs.write(inPieces(whole))).isNew).toBe(false)
    }
    expect((await store.names()).toSorted()).toEqual([sha256, hashOf(large)].toSorted())
  })

  test('equal bytes written by many at once are stored once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => blobs.write(inPieces(bytes))))
    expect(await store.names()).toEqual([sha256])
    expect((await buffer(blobs.open(sha256))).equals(bytes)).toBe(true)
  })

  test('a blob without bytes is a blob', async () => {
    const stored = await blobs.write(Readable.from([], { objectMode: false }))
    expect(stored).toMatchObject({ sizeBytes: 0, crc32: 0 })
    expect(await buffer(blobs.open(stored.sha256))).toEqual(Buffer.alloc(0))
  })
}

function testCutWrites(): void {
  test('an upload over the limit is refused and leaves nothing', async () => {
    for (const whole of [bytes, large])
      await expect(blobs.write(inPieces(whole), { maxSizeBytes: whole.length - 1 })).rejects.toMatchObject({
        code: 'upload_too_large',
        data: { maxSizeBytes: whole.length - 1 },
      })
    expect(await store.names()).toEqual([])
    expect(await blobs.write(inPieces(bytes), { maxSizeBytes: bytes.length })).toMatchObject({ isNew: true })
  })

  test('of an upload of several files, the one that is too large is refused and the next is stored', async () => {
    const app = fastify()
    await app.register(multipart)
    app.post('/', async (upload) => {
      const outcomes: unknown[] = []
      for await (const part of upload.files())
        outcomes.push(
          await blobs.write(part.file, { maxSizeBytes: 100_000 }).then(
            ({ sizeBytes }) => sizeBytes,
            (error: { code: string }) => error.code,
          ),
        )
      return outcomes
    })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    try {
      const form = new FormData()
      for (const file of [
        Buffer.alloc(900_000),
        Buffer.from('hello'),
        Buffer.alloc(500_000),
        Buffer.from('end'),
      ])
        form.append('file', new Blob([file]), 'file.bin')
      const answer = await fetch(address, { method: 'POST', body: form })
      expect(await answer.json()).toEqual(['upload_too_large', 5, 'upload_too_large', 3])
    } finally {
      await app.close()
    }
  })

  test.each([
    ['short', bytes],
    ['long', large],
  ])('a signal ends a %s write that waits for bytes, and leaves nothing', async (_, whole) => {
    const stop = new AbortController()
    const stalled = new Readable({ read() {} })
    stalled.push(whole)
    const writing = blobs.write(stalled, { signal: stop.signal })
    setTimeout(() => stop.abort(), 20)
    await expect(writing).rejects.toMatchObject({ name: 'AbortError' })
    expect(await store.names()).toEqual([])
  })

  test.each([
    ['short', bytes],
    ['long', large],
  ])('a client that leaves in a %s upload leaves nothing', async (_, whole) => {
    const { server, outcome } = await uploadServer(blobs)
    try {
      const upload = request({
        port: (server.address() as AddressInfo).port,
        host: '127.0.0.1',
        method: 'POST',
        headers: { 'content-length': '50000000' },
      })
      upload.on('error', () => {})
      upload.write(whole, () => upload.destroy())
      await expect(outcome).rejects.toMatchObject({ code: 'ECONNRESET' })
      expect(await store.names()).toEqual([])
    } finally {
      server.close()
    }
  })
}

function testReads(): void {
  test.each([
    [0, 1_500_000],
    [1, 2],
    [524_287, 524_289],
    [1_499_999, 1_500_000],
    [700, 700],
  ])('the part from %i to %i is read', async (start, endExclusive) => {
    await blobs.write(bytes)
    const expected = bytes.subarray(start, endExclusive)
    for (const sizeBytes of [undefined, bytes.length])
      expect((await buffer(blobs.open(sha256, { start, endExclusive, sizeBytes }))).equals(expected)).toBe(
        true,
      )
  })

  test('a part without an end is read to the end', async () => {
    await blobs.write(bytes)
    expect((await buffer(blobs.open(sha256, { start: 1_499_990 }))).equals(bytes.subarray(1_499_990))).toBe(
      true,
    )
  })

  test('a file lent to another program holds the bytes', async () => {
    await blobs.write(bytes)
    expect((await blobs.withLocalFile(sha256, (path) => readFile(path))).equals(bytes)).toBe(true)
    await expect(blobs.withLocalFile(absent, (path) => readFile(path))).rejects.toThrow()
  })

  test('a missing blob has no size and reads as damaged', async () => {
    expect(await blobs.sizeOf(absent)).toBeUndefined()
    for (const part of [{}, { start: 3, endExclusive: 5 }, { start: 0, endExclusive: 0 }])
      await expect(buffer(blobs.open(absent, part))).rejects.toMatchObject({
        name: 'BlobDamaged',
        sha256: absent,
        foundSizeBytes: undefined,
      })
  })

  test('a blob of another size than is known reads as damaged before its first byte', async () => {
    await blobs.write(bytes)
    for (const part of [{ sizeBytes: 9 }, { start: 0, endExclusive: 10, sizeBytes: 1_500_001 }])
      await expect(buffer(blobs.open(sha256, part))).rejects.toMatchObject({
        name: 'BlobDamaged',
        foundSizeBytes: bytes.length,
      })
    await expect(buffer(blobs.open(sha256, { endExclusive: 1_500_001 }))).rejects.toMatchObject({
      name: 'BlobDamaged',
    })
  })

  test('a name that is no hash reaches nothing', async () => {
    await expect((async () => buffer(blobs.open('../incoming')))()).rejects.toThrow(TypeError)
    await expect(blobs.sizeOf(`${'a'.repeat(63)}\n`)).rejects.toThrow(TypeError)
  })

  test('all blobs are listed', async () => {
    const stored = await Promise.all(
      [bytes, Buffer.alloc(0), Buffer.from('a')].map((one) => blobs.write(one)),
    )
    const held = await listAll(blobs.list())
    expect(held.toSorted((a, b) => a.sizeBytes - b.sizeBytes)).toEqual(
      stored
        .map(({ sha256: name, sizeBytes }) => ({ sha256: name, sizeBytes }))
        .toSorted((a, b) => a.sizeBytes - b.sizeBytes),
    )
  })
}

function testFiles(): void {
  test('a finished file is adopted', async () => {
    const path = await blobs.newScratchPath('.jpg')
    expect(path).toMatch(/\.jpg$/)
    await writeFile(path, bytes)
    expect(await blobs.adopt(path)).toEqual({
      sha256,
      crc32: crc32(bytes),
      sizeBytes: bytes.length,
      isNew: true,
    })
    expect(await store.names()).toEqual([sha256])
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('a file too large to be adopted is left where it is', async () => {
    const path = await blobs.newScratchPath()
    await writeFile(path, bytes)
    await expect(blobs.adopt(path, { maxSizeBytes: 10 })).rejects.toMatchObject({ code: 'upload_too_large' })
    expect((await readFile(path)).equals(bytes)).toBe(true)
  })
}

function testRemovals(): void {
  test('only a blob unused for long enough is removed', async () => {
    await blobs.write(bytes)
    expect(await blobs.remove(sha256, 60_000)).toBe(false)
    expect(await blobs.sizeOf(sha256)).toBe(bytes.length)
    expect(await blobs.remove(sha256, 0)).toBe(true)
    expect(await blobs.remove(sha256, 0)).toBe(false)
    expect(await store.names()).toEqual([])
  })

  test('writing bytes that are held keeps them from a collector', async () => {
    await blobs.write(bytes)
    await sleep(3100)
    await blobs.write(bytes)
    expect(await blobs.remove(sha256, 2000)).toBe(false)
    await sleep(3100)
    expect(await blobs.remove(sha256, 2000)).toBe(true)
  })

  test('a collector and writers of the same bytes never lose them', async () => {
    const all = Array.from({ length: 30 }, () => randomBytes(100))
    const stored = await Promise.all(all.map((one) => blobs.write(one)))
    await sleep(3100)
    await Promise.all(
      stored.map(({ sha256: name }, at) =>
        Promise.all([blobs.remove(name, 2000), blobs.write(all[at] ?? bytes)]),
      ),
    )
    for (const { sha256: name } of stored) expect(await blobs.sizeOf(name)).toBe(100)
  })
}

async function uploadServer(blobs: BlobStore): Promise<{ server: Server; outcome: Promise<unknown> }> {
  const { promise: outcome, resolve } = Promise.withResolvers<unknown>()
  const server = createServer((upload) => resolve(blobs.write(upload)))
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  return { server, outcome }
}
