import { assetNatures, type PictureForm } from '@cartouche/contract'
import { dropEmpty } from '../ground/drop-empty.ts'
import type { Inspection } from './inspection.ts'

/** What the server measured, by field of the asset. */
export function measuredProperties(inspection: Inspection, fileName: string): Record<string, unknown> {
  return dropEmpty({
    width: inspection.width,
    height: inspection.height,
    duration: inspection.durationSeconds,
    colorspace: inspection.colorspace,
    pages: inspection.pages,
    blurhash: inspection.blurhash,
    'metadata.filesize': inspection.sizeBytes,
    'metadata.filename': fileName,
    'metadata.mediatype': inspection.mediaType,
    'metadata.panorama': inspection.panorama ?? null,
    'metadata.form': formOf(inspection),
    'metadata.livephoto': inspection.livePhoto ?? null,
    'metadata.problems':
      inspection.problems.length > 0
        ? inspection.problems.map(({ severity: _severity, ...problem }) => problem)
        : null,
  })
}

/**
 * What a picture is beside a flat still; the same words in every language. One whose film is another file
 * gets its form when that is there.
 */
function formOf({ panorama, motion }: Inspection): PictureForm | null {
  return motion ? 'Live' : panorama ? '360°' : null
}

/** The nature of the asset to be, as a link. */
export function natureOf(inspection: Inspection): { id: number; name: string } {
  return { id: assetNatures[inspection.nature], name: inspection.nature }
}
