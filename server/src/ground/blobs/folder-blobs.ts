import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, link, mkdir, open, readdir, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { blobPath } from './blob-path.ts'
import type { BlobStore, BlobWriteOptions, HeldBlob, StoredBlob } from './blob-store.ts'
import { chunkBytes } from './chunk-slots.ts'
import { lendChunks } from './lend-chunks.ts'
import { lendFile } from './lend-file.ts'
import { LentChunksStream } from './lent-chunks-stream.ts'
import { findStats, isOlder, sweepFolder } from './sweep-folder.ts'
import { digestFile, storageError, writeFile, type Digest } from './write-file.ts'

/**
 * A blob store in a folder, made where it is missing: a blob is the file `ab/cd/abcd…`; unfinished writes and
 * scratch files lie in `incoming/` on the same disk, so that a finished one takes its place by a rename.
 */
export async function createFolderBlobs(folder: string): Promise<BlobStore> {
  const incoming = join(folder, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const places: Places = {
    folder,
    newPath: (extension = '') => join(incoming, `${randomUUID()}${extension}`),
  }
  const pathOf = (sha256: string): string => pathIn(folder, sha256)
  return {
    write: (source, options) => writeBlob(places, source, options),
    adopt: (path, options) => adoptFile(places, path, options),
    newScratchPath: (extension) => Promise.resolve(places.newPath(extension)),
    open: (sha256, part) => {
      const { next, close } = lendFile(pathOf(sha256), sha256, part)
      return new LentChunksStream(next).once('close', close)
    },
    join: (parts) => new LentChunksStream(lendChunks(parts, pathOf)),
    withLocalFile: (sha256, use) => use(pathOf(sha256)),
    list: () => listFolder(folder),
    sizeOf: async (sha256) => (await findStats(pathOf(sha256)))?.size,
    remove: (sha256, unusedForMs) => removeUnused(places, pathOf(sha256), unusedForMs),
    sweep: (olderThanMs) => sweepFolder(incoming, olderThanMs),
  }
}

type Places = { readonly folder: string; readonly newPath: (extension?: string) => string }

function pathIn(folder: string, sha256: string): string {
  return `${folder}/${blobPath(sha256)}`
}

async function* listFolder(folder: string): AsyncGenerator<HeldBlob> {
  for (const first of await readdir(folder)) {
    if (!/^[0-9a-f]{2}$/.test(first)) continue
    for (const second of await readdir(join(folder, first)))
      for (const sha256 of await readdir(join(folder, first, second))) {
        const stats = /^[0-9a-f]{64}$/.test(sha256) ? await findStats(pathIn(folder, sha256)) : undefined
        if (stats) yield { sha256, sizeBytes: stats.size }
      }
  }
}

async function writeBlob(
  places: Places,
  source: Readable | Uint8Array,
  options?: BlobWriteOptions,
): Promise<StoredBlob> {
  const path = places.newPath()
  try {
    const digest = await writeFile(path, source, options)
    return await settle(places.folder, path, { ...digest, sha256: options?.nameAs?.() ?? digest.sha256 })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function adoptFile(places: Places, path: string, options: BlobWriteOptions = {}): Promise<StoredBlob> {
  const digest = await digestFile(path, options)
  try {
    await chmod(path, 0o600)
    await utimes(path, new Date(), new Date())
    await sync(path)
    return await settle(places.folder, path, digest)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    const stored = await writeBlob(places, createReadStream(path, { highWaterMark: chunkBytes }), options)
    await rm(path)
    return stored
  }
}

/** Gives a finished file its name, unless the store holds these bytes already; `path` is gone afterwards. */
async function settle(folder: string, path: string, digest: Digest): Promise<StoredBlob> {
  const target = pathIn(folder, digest.sha256)
  // A held blob of another size is damaged: the rename heals it.
  if ((await findStats(target))?.size === digest.sizeBytes && (await touch(target))) {
    await rm(path)
    return { ...digest, isNew: false }
  }
  try {
    const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await rename(path, target)
    await sync(dirname(target))
    if (made !== undefined) await Promise.all([sync(dirname(dirname(target))), sync(folder)])
  } catch (error) {
    throw storageError(error)
  }
  return { ...digest, isNew: true }
}

/** Marks a blob as written now; false where it has just been removed. */
async function touch(path: string): Promise<boolean> {
  const now = new Date()
  return utimes(path, now, now).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}

/** A file's bytes or a folder's entries are on disk when this resolves. */
async function sync(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function removeUnused(places: Places, path: string, unusedForMs: number): Promise<boolean> {
  if (!(await isOlder(path, unusedForMs))) return false
  const aside = places.newPath()
  await rename(path, aside)
  // An equal write may have touched it between the look and the rename; set aside, nobody can touch it any
  // more.
  const stays = !(await isOlder(aside, unusedForMs))
  if (stays)
    await link(aside, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  await rm(aside)
  return !stays
}
