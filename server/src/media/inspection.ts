import { extname } from 'node:path'
import type { DetectedType } from './detect-type.ts'
import type { FilmFacts } from './probe-film.ts'
import { imageSizeOf, mapTags, type ProposedMetadata } from './map-tags.ts'
import { mediaTypeOf, mediaTypeOfExtension, type Nature } from './media-types.ts'
import type { Picture } from './picture.ts'
import type { Panorama } from '@cartouche/contract'
import { readPanorama } from './read-panorama.ts'
import type { Pixels } from './pixels.ts'
import {
  problemOfCuts,
  problemOfShape,
  problemOfTininess,
  type MetadataCut,
  type Problem,
} from './problems.ts'
import type { Tags } from './read-tags.ts'

/* Says what was found, and decodes nothing: the server loads it, and no decoder. */

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
  /** Where the picture lies on the sphere around its camera; null for flat ones. Missing before 0.3.0. */
  panorama?: Panorama | null
  /** True where a short film is kept inside of the photograph. Missing before 0.3.0. */
  motion?: boolean
  /**
   * What picture and video of a Live Photo, two files, have in common: 32 hexadecimal digits. Null for others
   * and for a photograph that holds its film. Missing before 0.3.0.
   */
  livePhoto?: string | null
  metadata: ProposedMetadata
}

/** What was decoded of a file. */
export interface Decoded {
  picture: Picture | null
  pixels: Pixels | null
  film: FilmFacts | null
}
/** Of a file that was not decoded. */
export const undecoded: Decoded = { picture: null, pixels: null, film: null }

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
  return { ...conclude(sizeBytes, fileName, detected, {}, undecoded, problems), usable: false }
}

/** Containers of films often hold sound alone. */
export function natureOf(nature: Nature, film: FilmFacts | null): Nature {
  return nature === 'VIDEO' && film && film.widthPx === null && film.hasSound ? 'AUDIO' : nature
}

/** Describes all that tags and pixels show of a file; adds what is wrong with them to its problems. */
export function conclude(
  sizeBytes: number,
  fileName: string,
  detected: DetectedType,
  tags: Tags,
  look: Decoded,
  problems: Problem[],
): Inspection {
  const { type, extension, nameLies } = detected
  const nature = natureOf(type.nature, look.film)
  const [width, height] = sizeOf(nature, tags, look)
  if (nature === 'IMAGE' && look.picture && width && height && !look.picture.derived) {
    problems.push(...problemOfShape(statedSize(tags), width, height), ...problemOfTininess(width, height))
  }
  const cuts: MetadataCut[] = []
  const metadata = mapTags(tags, fileName, (cut) => cuts.push(cut))
  problems.push(...problemOfCuts(cuts))
  problems.sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'))
  // Tags and pixels may find the same: that a document is encrypted, that it is cut off.
  const distinct = [
    ...new Map(problems.toReversed().map((problem) => [problem.code, problem])).values(),
  ].reverse()
  return {
    sizeBytes,
    extension,
    nature,
    nameLies,
    problems: distinct,
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
    panorama: nature === 'IMAGE' ? readPanorama(tags, width, height) : null,
    livePhoto: nature === 'IMAGE' || nature === 'VIDEO' ? livePhotoOf(tags) : null,
    metadata,
  }
}

function sizeOf(nature: Nature, tags: Tags, { picture, film }: Decoded): [number | null, number | null] {
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

/** A UUID, which the picture has in its maker notes and the film among its keys; written as one word. */
function livePhotoOf(tags: Tags): string | null {
  const value = tags['MakerNotes:ContentIdentifier'] ?? tags['QuickTime:ContentIdentifier']
  if (typeof value !== 'string' || value.length > 36) return null
  const word = value.toLowerCase().replaceAll('-', '')
  return /^[0-9a-f]{32}$/.test(word) ? word : null
}

function durationOf(tags: Tags): number | null {
  const name = Object.keys(tags).find((key) => key.endsWith(':Duration'))
  return name ? numberOf(tags[name]) : null
}

function numberOf(value: unknown): number | null {
  const number = Number(value)
  return Number.isFinite(number) && number > 0 ? number : null
}
