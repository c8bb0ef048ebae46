import { createCache, type Cache } from '../../ground/cache.ts'
import { createRevisionCache, type RevisionCache } from '../../ground/revision-cache.ts'
import type { ArchiveLayout } from '../archive/archive-layout.ts'
import type { AssetFile } from './archive-items.sql.ts'
import type { LaidOutArchive } from './build-archive.ts'
import { memoryBytes } from './memory-budget.ts'

/** An archive that was laid out, and what could be seen of the library before. */
export interface CachedArchive {
  readonly archive: LaidOutArchive
  readonly snapshot: string
}

/** What this server knows of archives. */
export interface ArchiveCaches {
  /** Layouts by their tags: a download that is cut and resumed asks for its layout many times. */
  readonly layouts: Cache<string, ArchiveLayout>
  /** What was laid out lately, by all that it depends on beside the library's records. */
  readonly laidOut: Cache<string, CachedArchive>
  /** What assets are, by their revisions. */
  readonly files: RevisionCache<AssetFile>
  /** Descriptions of assets, by their revisions; a cache for each language, audience and set of fields. */
  readonly descriptions: Cache<string, RevisionCache<string>>
}

declare module '../../ground/services.ts' {
  interface Services {
    readonly archiveCaches: ArchiveCaches
  }
}

/** A layout of 10,000 files takes 1 MB. */
const layoutBytes = 16 * 1024 ** 2
/**
 * An asset whose time is over may still be in an archive for this long: less than it takes to download one.
 */
const laidOutForMs = 30_000
const assetBytes = 400
const maxDescriptionCaches = 4

/** Creates empty caches. */
export function createArchiveCaches(): ArchiveCaches {
  return {
    layouts: createCache({ maxWeight: layoutBytes, weightOf: weightOfLayout }),
    laidOut: createCache({ maxWeight: memoryBytes, maxAgeMs: laidOutForMs, weightOf: weightOfArchive }),
    files: createRevisionCache({
      maxWeight: memoryBytes,
      weightOf: ({ name, file }) => assetBytes + 2 * (name.length + (file?.name.length ?? 0)),
    }),
    descriptions: createCache({ max: maxDescriptionCaches }),
  }
}

function weightOfLayout({ columns, entryCount }: ArchiveLayout): number {
  return columns.encoded.length + 16 * entryCount
}

function weightOfArchive({ archive: { layout, toKeep } }: CachedArchive): number {
  return weightOfLayout(layout) + toKeep.reduce((sum, { bytes }) => sum + bytes.length, 0)
}
