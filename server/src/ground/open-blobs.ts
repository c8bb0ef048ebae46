import { join } from 'node:path'
import type { BlobsPlace } from './settings/blobs-place.ts'
import type { Settings } from './settings/settings.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { createFolderBlobs } from './blobs/folder-blobs.ts'
import { createS3Blobs } from './s3/s3-blobs.ts'
import { readBoth } from './blobs/read-both.ts'

type BlobSettings = Pick<Settings, 'dataFolder' | 'blobs' | 'blobsBefore' | 'scratchMaxBytes'>

/**
 * The blob store that the settings name; while blobs are being moved, both.
 * @throws S3Error where a bucket cannot be read
 */
export async function openBlobs(settings: BlobSettings): Promise<BlobStore> {
  const blobs = await openPlace(settings, settings.blobs)
  return settings.blobsBefore === undefined
    ? blobs
    : readBoth(blobs, await openPlace(settings, settings.blobsBefore))
}

/** The store at one place, as `openBlobs`. */
export function openPlace(
  { dataFolder, scratchMaxBytes }: BlobSettings,
  place: BlobsPlace,
): Promise<BlobStore> {
  return place.kind === 'folder'
    ? createFolderBlobs(join(dataFolder, 'blobs'))
    : createS3Blobs(place, { folder: join(dataFolder, 'scratch'), mostBytes: scratchMaxBytes })
}
