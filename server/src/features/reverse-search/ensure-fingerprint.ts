import { isApiError } from '@cartouche/contract'
import type { Services } from '../../ground/services.ts'
import { RenditionError } from '../../media/rendition-error.ts'
import { fingerprintedRendition } from '../../media/rendition-recipes.ts'
import { ensureRendition } from '../../media/renditions/ensure-rendition.ts'
import { selectFingerprint, upsertFingerprint } from '../../media/renditions/fingerprints.sql.ts'

/**
 * The fingerprint of some bytes: the one that is kept, or one that is made of their thumbnail now.
 * @returns null where there is nothing to recognize them by: no picture, or one of one grey
 */
export async function ensureFingerprint(services: Services, sha256: string): Promise<Uint8Array | null> {
  const { database } = services
  const kept = await selectFingerprint(database, sha256)
  if (kept !== undefined) return kept
  const made = await takeFingerprint(services, sha256).catch((error: unknown) => {
    if (isApiError(error, 'rendition_failed') || isApiError(error, 'rendition_not_found')) return null
    if (error instanceof RenditionError && error.isOfFile) return null
    throw error
  })
  if (made !== 'made') await upsertFingerprint(database, sha256, made)
  return made === 'made' ? ((await selectFingerprint(database, sha256)) ?? null) : made
}

/** A thumbnail that is made now brings its fingerprint. */
async function takeFingerprint(
  { mediaWorkers, blobs, ...services }: Services,
  sha256: string,
): Promise<Uint8Array | null | 'made'> {
  const thumbnail = await ensureRendition(
    { mediaWorkers, blobs, ...services },
    sha256,
    fingerprintedRendition,
  )
  if ((await selectFingerprint(services.database, sha256)) !== undefined) return 'made'
  if (thumbnail.isPlaceholder) return null
  return blobs.withLocalFile(thumbnail.sha256, (path) =>
    mediaWorkers.fingerprint({ path, fileName: 'thumbnail.jpg' }),
  )
}
