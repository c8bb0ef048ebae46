import type { Readable } from 'node:stream'
import type { JoinBlobs } from '../../ground/blobs/blob-store.ts'
import type { ArchiveLayout } from './archive-layout.ts'
import { archiveParts } from './archive-parts.ts'

/**
 * The bytes of an archive from `start` up to, not including, `endExclusive`. Only the blobs within are
 * opened; memory is a few megabytes whatever the range. Where a blob is missing or of another size the stream
 * fails as `joinBlobs` does: the archive is never padded, never short.
 * @source DESIGN "An archive is a layout, not a file"
 */
export function openArchive(
  layout: ArchiveLayout,
  joinBlobs: JoinBlobs,
  start = 0,
  endExclusive = layout.sizeBytes,
): Readable {
  if (!(start >= 0 && start <= endExclusive && endExclusive <= layout.sizeBytes))
    throw new RangeError(`No bytes ${start} to ${endExclusive} in an archive of ${layout.sizeBytes}`)
  return joinBlobs(archiveParts(layout, start, endExclusive))
}
