import { crc32 } from 'node:zlib'
import type { Services } from '../access/context.ts'
import { formatManifestText } from '../archive/archive-manifest.ts'
import type { ArchiveEntry } from '../archive/archive-layout.ts'
import { itemResource } from '../carts/cart-viewer.ts'
import { upsertBlob } from '../renditions/renditions.sql.ts'
import type { ArchiveWish } from './archive-wish.ts'
import type { ArchivedCart } from './archives.sql.ts'
import type { ContactSheet } from './contact-sheets.ts'
import { describeFiles } from './describe-files.ts'
import { extraNames, type NamedFile } from './name-files.ts'
import type { LeftOut } from './plan-archive.ts'

/** What an archive is filled with. */
export interface ArchiveContent {
  readonly cart: ArchivedCart
  readonly wish: ArchiveWish
  readonly files: readonly NamedFile[]
  readonly leftOut: readonly LeftOut[]
  readonly sheet: ContactSheet | null
}

/** The entries of an archive: the files in the order of the cart, then the contact sheet, the descriptions and the manifest. */
export async function fillArchive(services: Services, content: ArchiveContent): Promise<ArchiveEntry[]> {
  const { files, sheet, wish } = content
  const madeAt = new Date()
  const entries = files.map((file): ArchiveEntry => ({ name: file.entryName, sizeBytes: file.sizeBytes, crc32: file.crc32, modifiedAt: file.modifiedAt, source: { sha256: file.sha256 } }))
  if (sheet) entries.push({ name: extraNames.contactSheet, sizeBytes: sheet.sizeBytes, crc32: sheet.crc32, modifiedAt: madeAt, source: { sha256: sheet.sha256 } })
  if (wish.withDescriptions) entries.push(await textEntry(services, extraNames.descriptions, await describeFiles(services.database, files, wish.locale), madeAt))
  entries.push(await textEntry(services, extraNames.manifest, manifestOf(content, madeAt), madeAt))
  return entries
}

function manifestOf({ cart, files, leftOut }: ArchiveContent, madeAt: Date): Buffer {
  return formatManifestText({
    title: cart.name, madeAt,
    files: files.map(({ entryName, fileName, assetId, sizeBytes, crc32: sum, sha256 }) => ({ path: entryName, originalName: fileName, resource: itemResource, id: assetId, sizeBytes, crc32: sum, sha256 })),
    omissions: leftOut.map(({ type, id, name, reason }) => ({ name: name || '(unknown)', resource: type, id, reason })),
  })
}

/** Small texts travel in the layout. Large ones become blobs: a layout stands in the database once for every download. */
const largestInlineBytes = 64 * 1024

async function textEntry({ blobs, database }: Services, name: string, bytes: Buffer, modifiedAt: Date): Promise<ArchiveEntry> {
  if (bytes.length <= largestInlineBytes) return { name, sizeBytes: bytes.length, crc32: crc32(bytes), modifiedAt, source: { bytes } }
  const blob = await blobs.write(bytes)
  await upsertBlob(database, blob)
  return { name, sizeBytes: blob.sizeBytes, crc32: blob.crc32, modifiedAt, source: { sha256: blob.sha256 } }
}
