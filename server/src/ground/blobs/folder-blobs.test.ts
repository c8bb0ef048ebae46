import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BlobStore } from './blob-store.ts'
import { createFolderBlobs } from './folder-blobs.ts'

let folder: string
let blobs: BlobStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  blobs = await createFolderBlobs(folder)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const run = promisify(execFile)
const bytes = randomBytes(1_500_000)
const sha256 = createHash('sha256').update(bytes).digest('hex')
const absent = '0'.repeat(64)
const inPieces = (whole: Buffer): Readable =>
  Readable.from(
    (function* pieces() {
      for (let at = 0; at < whole.length; at += 65_521) yield whole.subarray(at, at + 65_521)
    })(),
    { objectMode: false },
  )
const filesIn = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

test.each([
  ['a stream', () => inPieces(bytes)],
  ['bytes', () => bytes],
])('%s is stored under its hash, with its size and CRC-32', async (_, source) => {
  expect(await blobs.write(source())).toEqual({
    sha256,
    crc32: crc32(bytes),
    sizeBytes: bytes.length,
    isNew: true,
  })
  expect(await readFile(join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256))).toEqual(bytes)
  expect(await filesIn(folder)).toEqual([sha256])
})

test('equal bytes are stored once, and the second write says so', async () => {
  await blobs.write(bytes)
  expect((await blobs.write(inPieces(bytes))).isNew).toBe(false)
  expect(await filesIn(folder)).toEqual([sha256])
})

test('equal bytes written by many at once are stored once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => blobs.write(inPieces(bytes))))
  expect(await filesIn(folder)).toEqual([sha256])
  expect(await buffer(blobs.open(sha256))).toEqual(bytes)
})

test('a blob without bytes is a blob', async () => {
  const stored = await blobs.write(Readable.from([], { objectMode: false }))
  expect(stored).toMatchObject({ sizeBytes: 0, crc32: 0 })
  expect(await buffer(blobs.open(stored.sha256))).toEqual(Buffer.alloc(0))
})

test.each([
  [0, 1_500_000],
  [1, 2],
  [524_287, 524_289],
  [1_499_999, 1_500_000],
  [700, 700],
])('the part from %i to %i is read', async (start, endExclusive) => {
  await blobs.write(bytes)
  const expected = bytes.subarray(start, endExclusive)
  expect(await buffer(blobs.open(sha256, { start, endExclusive }))).toEqual(expected)
})

test('a file lent to another program holds the bytes', async () => {
  await blobs.write(bytes)
  expect(await blobs.withLocalFile(sha256, (path) => readFile(path))).toEqual(bytes)
})

test('a missing blob has no size and reads as damaged', async () => {
  expect(await blobs.sizeOf(absent)).toBeUndefined()
  await expect(buffer(blobs.open(absent))).rejects.toMatchObject({
    name: 'BlobDamaged',
    sha256: absent,
    foundSizeBytes: undefined,
  })
})

test('a blob cut short on disk reads as damaged before its first byte, and a new write heals it', async () => {
  await blobs.write(bytes)
  await blobs.withLocalFile(sha256, (path) => truncate(path, 1000))
  await expect(
    buffer(blobs.open(sha256, { start: 0, endExclusive: 10, sizeBytes: bytes.length })),
  ).rejects.toMatchObject({ name: 'BlobDamaged', foundSizeBytes: 1000 })
  expect(await blobs.write(bytes)).toMatchObject({ isNew: true })
  expect(await blobs.sizeOf(sha256)).toBe(bytes.length)
})

test('a name that is no hash reaches no file', async () => {
  expect(() => blobs.open('../incoming')).toThrow(TypeError)
  await expect(blobs.sizeOf(`${'a'.repeat(63)}\n`)).rejects.toThrow(TypeError)
})

test('an upload over the limit is refused and leaves nothing', async () => {
  await expect(blobs.write(inPieces(bytes), { maxSizeBytes: bytes.length - 1 })).rejects.toMatchObject({
    code: 'upload_too_large',
    data: { maxSizeBytes: bytes.length - 1 },
  })
  expect(await filesIn(folder)).toEqual([])
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

test('a signal ends a write that waits for bytes, and leaves nothing', async () => {
  const stop = new AbortController()
  const stalled = new Readable({ read() {} })
  stalled.push(bytes)
  const writing = blobs.write(stalled, { signal: stop.signal })
  setTimeout(() => stop.abort(), 20)
  await expect(writing).rejects.toMatchObject({ name: 'AbortError' })
  expect(await filesIn(folder)).toEqual([])
})

test('a client that leaves in mid-upload leaves nothing', async () => {
  const { server, outcome } = await uploadServer()
  try {
    const upload = request({
      port: (server.address() as AddressInfo).port,
      host: '127.0.0.1',
      method: 'POST',
      headers: { 'content-length': '5000000' },
    })
    upload.on('error', () => {})
    upload.write(bytes, () => upload.destroy())
    await expect(outcome).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(await filesIn(folder)).toEqual([])
  } finally {
    server.close()
  }
})

async function uploadServer(): Promise<{ server: Server; outcome: Promise<unknown> }> {
  const { promise: outcome, resolve } = Promise.withResolvers<unknown>()
  const server = createServer((upload) => resolve(blobs.write(upload)))
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening)
  })
  return { server, outcome }
}

test('a finished file is adopted: it is moved, not copied', async () => {
  const path = await blobs.newScratchPath('.jpg')
  expect(path).toMatch(/\.jpg$/)
  await writeFile(path, bytes)
  const { ino } = await stat(path)
  expect(await blobs.adopt(path)).toEqual({
    sha256,
    crc32: crc32(bytes),
    sizeBytes: bytes.length,
    isNew: true,
  })
  expect(await filesIn(folder)).toEqual([sha256])
  expect((await blobs.withLocalFile(sha256, (local) => stat(local))).ino).toBe(ino)
})

test('a file too large to be adopted is left where it is', async () => {
  const path = await blobs.newScratchPath()
  await writeFile(path, bytes)
  await expect(blobs.adopt(path, { maxSizeBytes: 10 })).rejects.toMatchObject({ code: 'upload_too_large' })
  expect(await readFile(path)).toEqual(bytes)
})

test('only a blob unused for long enough is removed', async () => {
  await blobs.write(bytes)
  expect(await blobs.remove(sha256, 60_000)).toBe(false)
  await blobs.withLocalFile(sha256, (path) => utimes(path, 0, 0))
  expect(await blobs.remove(sha256, 60_000)).toBe(true)
  expect(await blobs.remove(sha256, 60_000)).toBe(false)
  expect(await filesIn(folder)).toEqual([])
})

test('writing bytes that are held keeps them from a collector', async () => {
  await blobs.write(bytes)
  await blobs.withLocalFile(sha256, (path) => utimes(path, 0, 0))
  await blobs.write(bytes)
  expect(await blobs.remove(sha256, 60_000)).toBe(false)
})

test('a collector and writers of the same bytes never lose them', async () => {
  for (let round = 0; round < 30; round += 1) {
    await blobs.write(bytes.subarray(0, 100))
    const { sha256: small } = await blobs.write(bytes.subarray(0, 100))
    await blobs.withLocalFile(small, (path) => utimes(path, 0, 0))
    await Promise.all([blobs.remove(small, 60_000), blobs.write(bytes.subarray(0, 100))])
    expect(await blobs.sizeOf(small)).toBe(100)
  }
})

test('only stale unfinished writes are swept', async () => {
  await writeFile(join(folder, 'incoming', 'left'), 'half')
  await writeFile(join(folder, 'incoming', 'busy'), 'half')
  await utimes(join(folder, 'incoming', 'left'), 0, 0)
  await blobs.write(bytes)
  expect(await blobs.sweep(60_000)).toBe(1)
  expect((await filesIn(folder)).toSorted()).toEqual(['busy', sha256].toSorted())
})

const mayMount = await mountable()

test.skipIf(!mayMount)(
  'a full disk refuses the upload as such, leaves nothing and keeps what was there (skipped where mounting a tmpfs is not allowed)',
  async () => {
    const disk = join(folder, 'disk')
    await mkdir(disk)
    await run('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk])
    try {
      const small = await createFolderBlobs(disk)
      await small.write(bytes)
      await expect(small.write(inPieces(randomBytes(1_000_000)))).rejects.toMatchObject({
        code: 'storage_full',
        status: 507,
      })
      expect(await filesIn(disk)).toEqual([sha256])
      expect(await buffer(small.open(sha256))).toEqual(bytes)
      expect(await small.write(randomBytes(100_000))).toMatchObject({ isNew: true })
    } finally {
      await run('umount', [disk])
    }
  },
)

test.skipIf(!mayMount)(
  'a file on another disk is adopted by copying it (skipped where mounting a tmpfs is not allowed)',
  async () => {
    const disk = join(folder, 'disk')
    await mkdir(disk)
    await run('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk])
    try {
      await writeFile(join(disk, 'rendition'), bytes)
      expect(await blobs.adopt(join(disk, 'rendition'))).toMatchObject({ sha256, isNew: true })
      expect(await readdir(disk)).toEqual([])
      expect(await blobs.sizeOf(sha256)).toBe(bytes.length)
    } finally {
      await run('umount', [disk])
    }
  },
)

async function mountable(): Promise<boolean> {
  const probe = await mkdtemp(join(tmpdir(), 'mount-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe])
    await run('umount', [probe])
    return true
  } catch {
    return false
  } finally {
    await rm(probe, { recursive: true })
  }
}

test('the largest file that the system allows refuses the upload as a full disk does', async () => {
  const script = join(folder, 'write.ts')
  await writeFile(
    script,
    `
    import { createFolderBlobs } from ${JSON.stringify(join(import.meta.dirname, 'folder-blobs.ts'))}
    const blobs = await createFolderBlobs(process.argv[2])
    await blobs.write(Buffer.alloc(3_000_000)).then(() => console.log('stored'), (error) => console.log(error.code))
  `,
  )
  const store = join(folder, 'limited')
  await mkdir(store)
  await chmod(store, 0o700)
  const { stdout } = await run('bash', [
    '-c',
    'ulimit -f 1000; exec "$0" "$1" "$2"',
    process.execPath,
    script,
    store,
  ])
  expect(stdout.trim()).toBe('storage_full')
  expect(await filesIn(store)).toEqual([])
})
