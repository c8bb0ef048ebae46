import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { endsTooEarly } from './check-end.ts'
import { detectType, type DetectedType } from './detect-type.ts'
import { drawPlaceholder } from './draw-placeholder.ts'
import { mapTags, type ProposedMetadata } from './map-tags.ts'
import { defaultMediaLimits, type MediaLimits } from './media-limits.ts'
import {
  hasEmbeddedPreview,
  isOfficeDocument,
  mediaTypeOf,
  mediaTypeOfExtension,
  type Nature,
} from './media-types.ts'
import { openPicture } from './open-picture.ts'
import type { Picture } from './picture.ts'
import {
  hashBlur,
  largestBox,
  takePixels,
  writePictures,
  type RenderedRendition,
  type RenditionOutput,
} from './pixels.ts'
import { probeFilm, type FilmFacts } from './probe-film.ts'
import {
  problemOf,
  problemOfDamage,
  problemOfKind,
  problemOfName,
  problemOfShape,
  problemOfTininess,
  type Problem,
} from './problems.ts'
import { readOfficeTags } from './read-office-tags.ts'
import { imageSizeOf, readTags, type Tags } from './read-tags.ts'
import { RenditionError } from './rendition-error.ts'
import { defaultWatermarkText } from './watermark.ts'

/** What a file is, what it proposes for its asset, and what is wrong with it. Plain data. */
export interface Inspection {
  sizeBytes: number
  /** By content: `image/jpeg`; `application/octet-stream` where it is of no known kind. */
  mediaType: string
  /** That fits the content, lower case, no dot; may be empty. */
  extension: string
  /** The kind in plain English: `JPEG picture`. */
  typeLabel: string
  nature: Nature
  /** True where the name promises another kind of file; then `problems` says which. */
  nameLies: boolean
  /** True where it may become an asset: no problem is an `error`. */
  usable: boolean
  /** True where its own content can be shown; otherwise renditions are placeholders. */
  decodable: boolean
  /** Errors first. */
  problems: Problem[]
  /** Size in pixels as displayed, after orientation; null for sound and documents. */
  width: number | null
  height: number | null
  /** EXIF orientation 1 to 8 of the original; null where there is none. */
  orientation: number | null
  /** `sRGB`, `Display P3`, `CMYK`, `Greyscale` …; photographs only. */
  colorspace: string | null
  durationSeconds: number | null
  pages: number | null
  blurhash: string | null
  metadata: ProposedMetadata
}

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
      ? [{ code: 'empty', severity: 'error', message: 'The file is empty: it has no bytes.' }]
      : [...problemOfName(detected), ...(await problemOfEnd(path))]
  // A name that lies does not keep the content from being looked at: the item may be imported anyway.
  const sound = !problems.some(({ severity, code }) => severity === 'error' && code !== 'name_lies')
  // ExifTool is a process of its own: it reads while the pixels are decoded.
  const [tags, look] = await Promise.all([
    sound ? tagsOf(path, detected, problems) : {},
    sound ? lookAt(request, detected, problems) : nothing,
  ])
  if (signal?.aborted) throw new RenditionError('cancelled', 'The work was cancelled.')
  const inspection = conclude(sizeBytes, fileName, detected, tags, look, problems)
  const renditions = inspection.usable ? await render(request, inspection, look) : []
  return { inspection, renditions }
}

/** What can be said of a file that could not be inspected at all. */
export function uninspected(fileName: string, sizeBytes: number, problems: Problem[]): Inspection {
  const named = mediaTypeOfExtension(extname(fileName).slice(1).toLowerCase())
  const type = mediaTypeOf('application/octet-stream')
  const detected = {
    type,
    named: named ?? null,
    extension: extname(fileName).slice(1).toLowerCase(),
    nameLies: false,
  }
  return { ...conclude(sizeBytes, fileName, detected, {}, nothing, problems), usable: false }
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

interface Look {
  picture: Picture | null
  pixels: Awaited<ReturnType<typeof takePixels>> | null
  film: FilmFacts | null
}
const nothing: Look = { picture: null, pixels: null, film: null }

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
): Promise<Look> {
  const look: Look = { ...nothing }
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

/** Containers of films often hold sound alone. */
function natureOf(nature: Nature, film: FilmFacts | null): Nature {
  return nature === 'VIDEO' && film && film.widthPx === null && film.hasSound ? 'AUDIO' : nature
}

function conclude(
  sizeBytes: number,
  fileName: string,
  detected: DetectedType,
  tags: Tags,
  look: Look,
  problems: Problem[],
): Inspection {
  const { type, extension, nameLies } = detected
  const nature = natureOf(type.nature, look.film)
  const [width, height] = sizeOf(nature, tags, look)
  if (nature === 'IMAGE' && look.picture && width && height && !look.picture.derived) {
    problems.push(...problemOfShape(statedSize(tags), width, height), ...problemOfTininess(width, height))
  }
  const cuts: string[] = []
  const metadata = mapTags(tags, fileName, (cut) => cuts.push(cut))
  if (cuts.length > 0)
    problems.push({
      code: 'metadata_cut',
      severity: 'warning',
      message: `Embedded metadata was cut: ${cuts.join('; ')}.`,
    })
  problems.sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'))
  return {
    sizeBytes,
    extension,
    nature,
    nameLies,
    problems,
    width,
    height,
    mediaType: nature === 'AUDIO' ? type.mediaType.replace(/^video\/(x-)?/, 'audio/$1') : type.mediaType,
    typeLabel: type.label,
    usable: !problems.some(({ severity }) => severity === 'error'),
    decodable: look.picture !== null,
    orientation:
      nature === 'IMAGE' ? (look.picture?.orientation ?? numberOf(tags['EXIF:Orientation'])) : null,
    colorspace: nature === 'IMAGE' ? colorspaceOf(tags, look.picture) : null,
    durationSeconds:
      nature === 'VIDEO' || nature === 'AUDIO' ? (look.film?.durationSeconds ?? durationOf(tags)) : null,
    pages:
      nature === 'DOCUMENT'
        ? numberOf(tags['PDF:PageCount'] ?? tags['XML:Pages'] ?? tags['FlashPix:Pages'])
        : type.mediaType === 'image/tiff'
          ? (look.picture?.pages ?? null)
          : null,
    blurhash: null,
    metadata,
  }
}

function sizeOf(nature: Nature, tags: Tags, { picture, film }: Look): [number | null, number | null] {
  if (nature !== 'IMAGE' && nature !== 'VIDEO') return [null, null]
  if (film) return [film.widthPx, film.heightPx]
  if (picture) return [picture.widthPx, picture.heightPx]
  const [across, down] = imageSizeOf(tags).split(/[ x]/).map(numberOf)
  const turned =
    Number(tags['Composite:Rotation'] ?? 0) % 180 !== 0 || Number(tags['EXIF:Orientation'] ?? 1) >= 5
  return turned ? [down ?? null, across ?? null] : [across ?? null, down ?? null]
}

function statedSize(tags: Tags): { widthPx: number; heightPx: number } | null {
  const widthPx = numberOf(tags['EXIF:ExifImageWidth'] ?? tags['XMP:ExifImageWidth'])
  const heightPx = numberOf(tags['EXIF:ExifImageHeight'] ?? tags['XMP:ExifImageHeight'])
  return widthPx && heightPx ? { widthPx, heightPx } : null
}

function colorspaceOf(tags: Tags, picture: Picture | null): string | null {
  if (picture?.colorspace && picture.colorspace !== 'sRGB') return picture.colorspace
  const profile = tags['ICC_Profile:ProfileDescription']
  if (typeof profile === 'string' && profile) return /^sRGB/i.test(profile) ? 'sRGB' : profile.slice(0, 100)
  return tags['EXIF:ColorSpace'] === 2 ? 'Adobe RGB' : (picture?.colorspace ?? null)
}

function durationOf(tags: Tags): number | null {
  const name = Object.keys(tags).find((key) => key.endsWith(':Duration'))
  return name ? numberOf(tags[name]) : null
}

function numberOf(value: unknown): number | null {
  const number = Number(value)
  return Number.isFinite(number) && number > 0 ? number : null
}

async function render(
  {
    outputs,
    watermarkText = defaultWatermarkText,
  }: InspectionRequest & { outputs: readonly RenditionOutput[]; watermarkText?: string | undefined },
  inspection: Inspection,
  { picture, pixels }: Look,
): Promise<RenderedRendition[]> {
  if (picture && pixels) {
    inspection.blurhash = await hashBlur(pixels)
    return writePictures(picture, pixels, outputs, watermarkText, false)
  }
  const card = drawPlaceholder(inspection.nature, inspection.mediaType, inspection.extension)
  return writePictures(card, null, outputs, watermarkText, true)
}
