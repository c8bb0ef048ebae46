import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Services } from '../../ground/services.ts'
import type { ArchiveEntry } from '../archive/archive-layout.ts'
import { upsertBlob } from '../../media/renditions/renditions.sql.ts'

/**
 * Small texts travel in the layout. Large ones become blobs: a layout stands in the database once for every
 * download.
 */
const largestInlineBytes = 64 * 1024

/** A large text of an archive that is to be kept as a blob before the archive is given out. */
export interface LargeText {
  readonly bytes: Buffer
  readonly sha256: string
  readonly crc32: number
}

/** A text as an entry of an archive, and what is to be kept of it. */
export function textEntry(
  name: string,
  bytes: Buffer,
  modifiedAt: Date,
): { readonly entry: ArchiveEntry; readonly toKeep: readonly LargeText[] } {
  const about = { name, sizeBytes: bytes.length, crc32: crc32(bytes), modifiedAt }
  if (bytes.length <= largestInlineBytes) return { entry: { ...about, source: { bytes } }, toKeep: [] }
  const sha256 = hash('sha256', bytes, 'hex')
  return { entry: { ...about, source: { sha256 } }, toKeep: [{ bytes, sha256, crc32: about.crc32 }] }
}

/**
 * Texts that are kept, or about to be: an archive that is given out twice within the half minute for which it
 * is remembered writes them once.
 */
const kept = new WeakMap<LargeText, Promise<void>>()

/** Stores the large texts of an archive. */
export async function keepTexts(services: Services, texts: readonly LargeText[]): Promise<void> {
  await Promise.all(
    texts.map(async (text) => {
      const keeping = kept.get(text) ?? keepText(services, text)
      kept.set(text, keeping)
      await keeping.catch((error: unknown) => {
        kept.delete(text)
        throw error
      })
    }),
  )
}

/**
 * File and row at once: until both are there, nobody has the address of the archive. A row whose file failed
 * goes with the next sweep.
 */
async function keepText(
  { blobs, database }: Services,
  { bytes, sha256, crc32: sum }: LargeText,
): Promise<void> {
  await Promise.all([
    blobs.write(bytes),
    upsertBlob(database, { sha256, sizeBytes: bytes.length, crc32: sum, isNew: true }),
  ])
}
