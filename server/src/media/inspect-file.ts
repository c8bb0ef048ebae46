import { stat } from 'node:fs/promises'
import { endsTooEarly } from './check-end.ts'
import { detectType, type DetectedType } from './detect-type.ts'
import { drawPlaceholder } from './draw-placeholder.ts'
import { findMotionFilm } from './find-motion-film.ts'
import { conclude, natureOf, undecoded, type Inspection, type Decoded } from './inspection.ts'
import { defaultMediaLimits, type MediaLimits } from './media-limits.ts'
import { hasEmbeddedPreview, isOfficeDocument, type Nature } from './media-types.ts'
import { openPicture } from './open-picture.ts'
import {
  hashBlur,
  largestBox,
  releasePixels,
  takePixels,
  writePictures,
  type RenderedRendition,
  type RenditionOutput,
} from './pixels.ts'
import { probeFilm } from './probe-film.ts'
import { problemOf, problemOfDamage, problemOfKind, problemOfName, type Problem } from './problems.ts'
import { readOfficeTags } from './read-office-tags.ts'
import { readTags, type Tags } from './read-tags.ts'
import { RenditionError } from './rendition-error.ts'
import { defaultWatermarkText } from './watermark.ts'

/** What to inspect. */
export interface InspectionRequest {
  path: string
  /** As the person named it; folders in it are ignored. */
  fileName: string
  limits?: MediaLimits | undefined
  signal?: AbortSignal | undefined
  /**
   * False: nothing of a stranger's pixels is decoded, `decodable` is false. For a file that has ended a
   * decoder already.
   */
  decode?: boolean | undefined
}

/**
 * Finds out all about a file. It always answers for a file that can be read: what is broken has its reason in
 * `problems`. Run it in `createMediaWorkers`, where a decoder that crashes or hangs hurts nobody.
 * @throws Error of the file system, RenditionError `cancelled`
 */
export async function inspectFile(request: InspectionRequest): Promise<Inspection> {
  return (await inspectAndRender({ ...request, outputs: [] })).inspection
}

/**
 * Inspects a file and makes pictures of it from the same decoding, which is most of the work: what an import
 * does.
 * @param request `outputs`: of kind `picture` only; placeholders are made where it is usable and not
 * decodable, none where it is not usable
 */
export async function inspectAndRender(
  request: InspectionRequest & { outputs: readonly RenditionOutput[]; watermarkText?: string | undefined },
): Promise<{ inspection: Inspection; renditions: RenderedRendition[] }> {
  const { path, fileName, signal } = request
  const { size: sizeBytes } = await stat(path)
  const detected = await detectType(path, fileName)
  const problems: Problem[] =
    sizeBytes === 0
      ? [{ code: 'empty', severity: 'error', message: 'The file is empty.' }]
      : [...problemOfName(detected), ...(await problemOfEnd(path))]
  // A name that lies does not keep the content from being looked at: the item may be imported anyway.
  const sound = !problems.some(({ severity, code }) => severity === 'error' && code !== 'name_lies')
  // ExifTool is a process of its own: it reads while the pixels are decoded.
  const [tags, look] = await Promise.all([
    sound ? tagsOf(path, detected, problems) : {},
    sound ? lookAt(request, detected, problems) : undecoded,
  ])
  if (signal?.aborted) throw new RenditionError('cancelled', 'The work was cancelled.')
  const inspection = conclude(sizeBytes, fileName, detected, tags, look, problems)
  inspection.motion = inspection.nature === 'IMAGE' && (await findMotionFilm(path, tags)) !== null
  if (inspection.motion) inspection.livePhoto = null
  const renditions = inspection.usable ? await render(request, inspection, look) : []
  return { inspection, renditions }
}

async function problemOfEnd(path: string): Promise<Problem[]> {
  return (await endsTooEarly(path))
    ? [
        {
          code: 'truncated',
          severity: 'error',
          message: 'The file is incomplete: it ends early, perhaps cut off in transfer.',
        },
      ]
    : []
}

async function tagsOf(path: string, { type }: DetectedType, problems: Problem[]): Promise<Tags> {
  if (type.nature === 'OTHER' || type.mediaType.startsWith('text/')) return {}
  try {
    return /officedocument|opendocument/.test(type.mediaType)
      ? await readOfficeTags(path)
      : await readTags(path, type.mediaType)
  } catch (error) {
    const unreadable: Problem = {
      code: 'metadata_unreadable',
      severity: 'warning',
      message: 'The embedded metadata (EXIF, IPTC, XMP) could not be read.',
    }
    problems.push(
      error instanceof RenditionError && isOfficeDocument(type.mediaType) ? problemOf(error) : unreadable,
    )
    return {}
  }
}

async function lookAt(
  {
    path,
    limits = defaultMediaLimits,
    signal,
    decode = true,
    outputs,
  }: InspectionRequest & { outputs: readonly RenditionOutput[] },
  { type }: DetectedType,
  problems: Problem[],
): Promise<Decoded> {
  const look: Decoded = { ...undecoded }
  if (!decode) return look
  if (!hasPicture(type.nature, type.mediaType)) {
    problems.push(problemOfKind(type))
    return look
  }
  try {
    if (type.nature === 'VIDEO' || type.nature === 'AUDIO') look.film = await probeFilm(path, limits, signal)
    const picture = await openPicture(
      natureOf(type.nature, look.film),
      { path, mediaType: type.mediaType, limits, signal },
      look.film ?? undefined,
    )
    look.pixels = await takePixels(picture, Math.max(320, largestBox(outputs)))
    look.picture = picture
    if (look.pixels.damage) problems.push(problemOfDamage(look.pixels.damage))
  } catch (error) {
    if (!(error instanceof RenditionError) || !error.isOfFile) throw error
    problems.push(problemOf(error))
  }
  return look
}

function hasPicture(nature: Nature, mediaType: string): boolean {
  if (mediaType === 'audio/midi') return false
  return (
    nature === 'IMAGE' ||
    nature === 'VIDEO' ||
    nature === 'AUDIO' ||
    mediaType === 'application/pdf' ||
    hasEmbeddedPreview(mediaType) ||
    isOfficeDocument(mediaType)
  )
}

async function render(
  {
    outputs,
    watermarkText = defaultWatermarkText,
  }: InspectionRequest & { outputs: readonly RenditionOutput[]; watermarkText?: string | undefined },
  inspection: Inspection,
  { picture, pixels }: Decoded,
): Promise<RenderedRendition[]> {
  if (picture && pixels) {
    const written = await writePictures(picture, pixels, outputs, watermarkText, false)
    inspection.blurhash = written.find(({ blurhash }) => blurhash)?.blurhash ?? (await hashBlur(pixels))
    releasePixels(pixels)
    return written
  }
  const card = drawPlaceholder(inspection.nature, inspection.mediaType, inspection.extension)
  return writePictures(card, null, outputs, watermarkText, true)
}
