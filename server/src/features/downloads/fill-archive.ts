import type { Reader } from '../../access/decide.ts'
import type { Services } from '../../ground/services.ts'
import type { WithSchemas } from '../../model/schemas/schema-registry.ts'
import { formatManifestText } from '../archive/archive-manifest.ts'
import type { ArchiveEntry } from '../archive/archive-layout.ts'
import { textEntry, type LargeText } from './archive-text.ts'
import type { ArchiveOptions } from './archive-options.ts'
import type { ArchiveSubject } from './archives.sql.ts'
import type { ContactSheet } from './contact-sheets.ts'
import { describeFiles } from './describe-files.ts'
import { extraNames, type NamedFile } from './name-files.ts'
import type { LeftOut } from './plan-archive.ts'

/** What an archive is filled with. */
export interface ArchiveContent {
  readonly cart: ArchiveSubject
  readonly options: ArchiveOptions
  readonly files: readonly NamedFile[]
  readonly leftOut: readonly LeftOut[]
  readonly sheet: ContactSheet | null
  /** Who gets it: linked entities that they are not allowed to see are not named. */
  readonly reader: Reader
}

/** What an archive consists of. `toKeep`: texts among it that are to be kept before it is given out. */
export interface FilledArchive {
  readonly entries: readonly ArchiveEntry[]
  readonly toKeep: readonly LargeText[]
}

/**
 * The entries of an archive: the files in the order of the cart, then the contact sheet, the descriptions and
 * the manifest.
 */
export async function fillArchive(
  services: WithSchemas & Pick<Services, 'archiveCaches'>,
  { cart, options, files, leftOut, sheet, reader }: ArchiveContent,
): Promise<FilledArchive> {
  const madeAt = new Date()
  const entries = files.map((file): ArchiveEntry => ({
    name: file.entryName,
    sizeBytes: file.sizeBytes,
    crc32: file.crc32,
    modifiedAt: file.modifiedAt,
    source: file,
    assetId: file.assetId,
  }))
  if (sheet)
    entries.push({
      name: extraNames.contactSheet,
      sizeBytes: sheet.sizeBytes,
      crc32: sheet.crc32,
      modifiedAt: madeAt,
      source: { sha256: sheet.sha256 },
    })
  const texts = [
    ...(options.withDescriptions
      ? [
          textEntry(
            extraNames.descriptions,
            await describeFiles(services, files, options.locale, reader),
            madeAt,
          ),
        ]
      : []),
    textEntry(
      extraNames.manifest,
      formatManifestText({ title: cart.name, madeAt, files, omissions: leftOut }),
      madeAt,
    ),
  ]
  return {
    entries: [...entries, ...texts.map(({ entry }) => entry)],
    toKeep: texts.flatMap(({ toKeep }) => toKeep),
  }
}
