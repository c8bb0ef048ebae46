import { Transform, type Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { ApiError } from '@cartouche/contract'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { decodeEntryName } from './zip-entry-name.ts'
import { findOverlaps, refuseEntry, refusedOverlap, type Refused, type ZipLimits } from './zip-refusals.ts'

/** A good file of a zip. */
export type ZipMember = {
  readonly kind: 'file'
  /**
   * Its path in the zip, folders separated by `/`; it climbs nowhere, but it is no name for a file of ours.
   */
  readonly path: string
  readonly fileName: string
  readonly sizeBytes: number
  /** Undefined where the zip states none that makes sense. */
  readonly modifiedAt: Date | undefined
  /**
   * Its bytes; read them to their end, or destroy the stream, before the next member is taken.
   * @throws upload_format, from here or from the stream, where they are damaged or not of the stated size
   */
  readonly open: () => Promise<Readable>
}

/** A member that is not given, and why. What a system left behind for itself is `skipped`. */
export type ZipRefused = Refused & { readonly kind: 'refused' | 'skipped'; readonly path: string }

/**
 * The files of a zip, one after the other in its order; each bad one is reported, and the others go on;
 * folders are not listed. A zip within a zip is a file like any other. Nothing of it is written anywhere.
 * @throws upload_format where it is no zip, its directory is broken, or it has too many members
 */
export async function* readZip(
  path: string,
  limits: ZipLimits,
): AsyncGenerator<ZipMember | ZipRefused, void, undefined> {
  const zip = await openPromise(path, {
    autoClose: false,
    lazyEntries: true,
    decodeStrings: false,
    validateEntrySizes: false,
  }).catch(refuseZip)
  try {
    if (zip.entryCount > limits.mostEntries)
      throw new ApiError('upload_format', {
        reason: `the zip has ${zip.entryCount} files, more than ${limits.mostEntries}`,
      })
    const entries = await listEntries(zip)
    const overlapping = findOverlaps(entries)
    let totalBytes = 0
    for (const entry of entries) {
      const name = decodeEntryName(entry)
      if (name.endsWith('/') && entry.uncompressedSize === 0) continue
      const refused: Refused | undefined = overlapping.has(entry)
        ? refusedOverlap
        : refuseEntry(entry, name, totalBytes, limits)
      if (refused !== undefined) {
        yield { kind: refused.refusal === 'system_file' ? 'skipped' : 'refused', path: name, ...refused }
        continue
      }
      totalBytes += entry.uncompressedSize
      yield memberOf(zip, entry, name)
    }
  } finally {
    zip.close()
  }
}

function memberOf(zip: ZipFile, entry: Entry, name: string): ZipMember {
  const modifiedAt = entry.getLastModDate()
  return {
    kind: 'file',
    path: name,
    fileName: name.slice(name.lastIndexOf('/') + 1),
    sizeBytes: entry.uncompressedSize,
    modifiedAt: Number.isNaN(modifiedAt.getTime()) ? undefined : modifiedAt,
    open: () => openMember(zip, entry, name),
  }
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch (error) {
    refuseZip(error)
  }
  return entries
}

/** What yauzl says is in English and about the format, never about this machine. */
function refuseZip(error: unknown): never {
  if (error instanceof Error && 'code' in error) throw error // of the file system
  throw new ApiError('upload_format', {
    reason: `it is no zip that can be read (${error instanceof Error ? error.message : 'unknown'})`,
  })
}

async function openMember(zip: ZipFile, entry: Entry, name: string): Promise<Readable> {
  const raw = await zip.openReadStreamPromise(entry).catch(() => {
    throw damaged(name)
  })
  const checked = checkBytes(entry, name)
  // A reader that has given up already does not hear of the damage any more.
  checked.on('error', () => {})
  raw.once('error', () => checked.destroy(damaged(name)))
  checked.once('close', () => raw.destroy())
  return raw.pipe(checked)
}

/**
 * Lets bytes through as long as they are those that the directory states: a bomb that lies about its size
 * ends there.
 */
function checkBytes({ uncompressedSize, crc32: expected }: Entry, name: string): Transform {
  let sizeBytes = 0
  let checksum = 0
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      sizeBytes += chunk.length
      checksum = crc32(chunk, checksum)
      if (sizeBytes > uncompressedSize) done(damaged(name))
      else done(null, chunk)
    },
    flush: (done) => done(sizeBytes === uncompressedSize && checksum === expected ? null : damaged(name)),
  })
}

function damaged(name: string): ApiError {
  return new ApiError('upload_format', { reason: `${name} is damaged within the zip` })
}
