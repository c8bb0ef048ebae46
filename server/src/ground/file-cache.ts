import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** A file that is held, open: it stays readable when it goes. Whoever has it closes it. */
export interface CachedFile {
  /** SHA-256 of its bytes, in base64url. */
  readonly sha256: string
  readonly sizeBytes: number
  readonly madeAt: Date
  readonly handle: FileHandle
}

/**
 * Files by key in a folder of this machine. What was not used for longest goes when there are too many bytes.
 */
export interface FileCache {
  /** Undefined where it is not held. */
  readonly find: (key: string) => Promise<CachedFile | undefined>
  /** Where a file is made that is to be kept. */
  readonly newPath: () => Promise<string>
  /** Takes over a finished file; it is gone from `path`. */
  readonly keep: (key: string, path: string) => Promise<CachedFile>
}

/** Bounds of a cache of files. */
export interface FileCacheLimits {
  readonly maxBytes: number
  /** A file that is older is made again. */
  readonly maxAgeMs: number
}

interface Entry {
  readonly name: string
  readonly sizeBytes: number
  readonly madeAtMs: number
  usedAtMs: number
}

const hourMs = 3_600_000
const making = 'making-'
const nameForm = /^([0-9a-f]{64})-([\w-]{43})$/

/**
 * Opens a cache. Its folder is looked through at the first use and every hour of use: what another process
 * put there counts, and what it removed is missed once. When a file was used last is its time of access,
 * written once an hour; when it was made is its time of change.
 */
export function createFileCache(folder: string, limits: FileCacheLimits): FileCache {
  const index = createIndex(folder, limits)
  const openEntry = async (key: string, entry: Entry): Promise<CachedFile | undefined> => {
    const handle = await open(join(folder, entry.name)).catch(() => undefined)
    if (!handle) {
      await index.drop(key, entry)
      return undefined
    }
    const { sizeBytes, madeAtMs } = entry
    return { handle, sha256: nameForm.exec(entry.name)?.[2] ?? '', sizeBytes, madeAt: new Date(madeAtMs) }
  }
  return {
    async find(text) {
      await index.ready()
      const key = hashText(text)
      const entry = await index.use(key)
      return entry && openEntry(key, entry)
    },
    async newPath() {
      await index.ready()
      return join(folder, `${making}${randomUUID()}`)
    },
    async keep(text, path) {
      await index.ready()
      const key = hashText(text)
      const hash = createHash('sha256')
      await pipeline(createReadStream(path), hash)
      const { size, mtimeMs } = await stat(path)
      const name = `${key}-${hash.digest('base64url')}`
      await rename(path, join(folder, name))
      const entry = { name, sizeBytes: size, madeAtMs: mtimeMs, usedAtMs: Date.now() }
      await index.put(key, entry)
      const kept = await openEntry(key, entry)
      await index.evict()
      if (!kept) throw new Error('A file was gone right after it was kept')
      return kept
    },
  }
}

/** What is known of the files of a folder, the file that was used last at the end. */
function createIndex(folder: string, { maxBytes, maxAgeMs }: FileCacheLimits) {
  let entries = new Map<string, Entry>()
  let sizeBytes = 0
  let scanned: { readonly done: Promise<void>; readonly atMs: number } | undefined
  const scan = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const names = await readdir(folder)
    const found = await Promise.all(names.map((name) => lookAt(folder, name, maxAgeMs)))
    const known = found.filter((one) => one !== undefined)
    entries = new Map(known.toSorted((a, b) => a[1].usedAtMs - b[1].usedAtMs))
    sizeBytes = [...entries.values()].reduce((sum, entry) => sum + entry.sizeBytes, 0)
    await evict()
  }
  const drop = async (key: string, entry: Entry): Promise<void> => {
    if (entries.get(key) === entry) {
      entries.delete(key)
      sizeBytes -= entry.sizeBytes
    }
    await rm(join(folder, entry.name), { force: true })
  }
  const evict = async (): Promise<void> => {
    for (const [key, entry] of entries) {
      if (sizeBytes <= maxBytes) return
      await drop(key, entry)
    }
  }
  return {
    drop,
    evict,
    ready(): Promise<void> {
      if (scanned && performance.now() - scanned.atMs <= hourMs) return scanned.done
      const before = scanned?.done
      const done = scan()
      scanned = { done, atMs: performance.now() }
      done.catch(() => (scanned = undefined))
      // While the folder is looked through again, what is known goes on.
      return before ?? done
    },
    async use(key: string): Promise<Entry | undefined> {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (Date.now() - entry.madeAtMs > maxAgeMs) {
        await drop(key, entry)
        return undefined
      }
      entries.delete(key)
      entries.set(key, entry)
      if (Date.now() - entry.usedAtMs < hourMs) return entry
      entry.usedAtMs = Date.now()
      // A file that has just gone has no time of use.
      const times = [entry.usedAtMs / 1000, entry.madeAtMs / 1000] as const
      utimes(join(folder, entry.name), ...times).catch(() => undefined)
      return entry
    },
    async put(key: string, entry: Entry): Promise<void> {
      const former = entries.get(key)
      if (former && former.name !== entry.name) await drop(key, former)
      sizeBytes += entry.sizeBytes - (entries.get(key)?.sizeBytes ?? 0)
      entries.delete(key)
      entries.set(key, entry)
    },
  }
}

/** A file of the folder and its key. What is too old goes, and so does what a process left behind. */
async function lookAt(folder: string, name: string, maxAgeMs: number): Promise<[string, Entry] | undefined> {
  const path = join(folder, name)
  const found = await stat(path).catch(() => undefined)
  const key = nameForm.exec(name)?.[1]
  const ageMs = Date.now() - (found?.mtimeMs ?? 0)
  if (found && key !== undefined && ageMs < maxAgeMs)
    return [key, { name, sizeBytes: found.size, madeAtMs: found.mtimeMs, usedAtMs: found.atimeMs }]
  // One that is being made is left alone.
  if (found && (key !== undefined || ageMs > hourMs)) await rm(path, { force: true })
  return undefined
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex')
