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
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BlobStore } from './blob-store.ts'
import { createFolderBlobs } from './folder-blobs.ts'
import { inPieces, testBlobStore } from './test-blob-store.ts'

let folder: string
let blobs: BlobStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  blobs = await createFolderBlobs(folder)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a folder', () =>
  testBlobStore(async () => {
    const own = await mkdtemp(join(tmpdir(), 'blobs-'))
    return {
      blobs: await createFolderBlobs(own),
      names: () => filesIn(own),
      close: () => rm(own, { recursive: true, force: true }),
    }
  }))

const run = promisify(execFile)
const bytes = randomBytes(1_500_000)
const sha256 = createHash('sha256').update(bytes).digest('hex')
const filesIn = async (path: string): Promise<string[]> =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

test('a blob is a file under its hash', async () => {
  await blobs.write(bytes)
  const path = join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  expect((await readFile(path)).equals(bytes)).toBe(true)
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
