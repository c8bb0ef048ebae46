import type { ArchiveEstimate } from '@cartouche/contract'
import type { Services } from '../../ground/services.ts'
import type { Identity } from '../../access/identity.ts'
import type { ArchiveOptions } from './archive-options.ts'
import type { ArchiveSubject } from './archives.sql.ts'
import { buildArchive } from './build-archive.ts'
import { guessSizeBytes } from './guess-size.ts'
import type { ArchivePlan } from './plan-archive.ts'
import { weighItems } from './size-items.ts'

/**
 * So many items that are left out are named; of more, only the count is given. The manifest in the
 * archive names all.
 */
const maxNamed = 100

/**
 * The size of an archive beside the limits, and what will be left out of it. The size is that of the archive
 * itself, to the byte, where nothing is to be made first; else what is still to be made is counted at the
 * size that its kind has on average. Of a search that weighs too much, its items alone are weighed, where
 * they lie.
 * @throws archive_empty, invalid_parameter
 * @source portal §7 testZipCart; wire facts: exact booleans
 */
export async function estimateArchive(
  services: Services,
  asker: Identity,
  subject: ArchiveSubject,
  options: ArchiveOptions,
): Promise<ArchiveEstimate> {
  const { archiveMaxBytes: maxSize } = services.settings
  if ('listUuid' in subject.source) {
    const weight = await weighItems(services, asker, subject, options)
    if (weight > maxSize) return beside(services, weight)
  }
  const built = await buildArchive(services, asker, subject, options)
  if (built.layout) return { ...beside(services, built.layout.sizeBytes), ...optionalParts(built) }
  return { ...beside(services, guessSizeBytes(built.plan, options)), ...optionalParts(built.plan) }
}

function beside(
  { settings: { archiveMaxBytes: maxSize, archiveWarnBytes: warnSize } }: Services,
  size: number,
): ArchiveEstimate {
  return { size, maxSize, refused: size > maxSize, warnSize, warn: size > warnSize }
}

type OptionalParts = Pick<ArchivePlan, 'leftOut' | 'liveVideos'>

/** Nothing is added to the answer that existing clients know, unless there is something to report. */
function optionalParts({
  leftOut,
  liveVideos,
}: OptionalParts): Pick<ArchiveEstimate, 'leftOut' | 'liveVideos'> {
  return {
    ...(leftOut.length === 0
      ? {}
      : { leftOut: { count: leftOut.length, items: leftOut.slice(0, maxNamed) } }),
    ...(liveVideos === 0 ? {} : { liveVideos }),
  }
}
