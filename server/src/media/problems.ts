import type { DetectedType } from './detect-type.ts'
import type { MediaType } from './media-types.ts'
import type { RenditionError, RenditionErrorCode } from './rendition-error.ts'

/**
 * What is wrong with a file. Beside the codes of {@link RenditionErrorCode}:
 * - `empty`: it has no bytes
 * - `name_lies`: its name promises another kind of file than its content is
 * - `damaged`: its picture could be decoded with complaints
 * - `partial`: only a part of its picture could be decoded
 * - `metadata_of_another`: what it says about its size belongs to another picture
 * - `no_preview`: there is no picture of files of its kind
 * - `metadata_cut`: some of what it says about itself is longer than assets take
 * - `tiny`: it is smaller than the smallest thumbnail
 * - `metadata_unreadable`: what it says about itself could not be read
 */
export type ProblemCode =
  | RenditionErrorCode
  | 'empty'
  | 'name_lies'
  | 'damaged'
  | 'partial'
  | 'no_preview'
  | 'metadata_cut'
  | 'metadata_of_another'
  | 'tiny'
  | 'metadata_unreadable'

/**
 * One thing that is wrong, in plain words. An `error` keeps the file from becoming an asset; a `warning` is
 * said and lets it.
 */
export interface Problem {
  code: ProblemCode
  severity: 'error' | 'warning'
  message: string
  /** What the message says in particular, for texts in other languages: sizes in pixels, media types. */
  data?: ProblemData
}
type ProblemData = Readonly<Record<string, string | number>>

/**
 * A decoder's failure as a problem: what only lacks a program or a decoder here is a warning, the file is
 * kept as it is.
 */
export function problemOf(error: RenditionError): Problem {
  const { code, message, data } = error
  return { code, severity: error.allowsPlaceholder ? 'warning' : 'error', message, ...(data && { data }) }
}

/** Says how much of a picture could be decoded. */
export function problemOfDamage(damage: 'odd' | 'partial'): Problem {
  return damage === 'odd'
    ? { code: 'damaged', severity: 'warning', message: 'Parts of the image are damaged and may look wrong.' }
    : {
        code: 'partial',
        severity: 'warning',
        message: 'Only part of the image can be decoded: the file is cut off or damaged.',
      }
}

/** Says that files of a kind have no picture. */
export function problemOfKind({ mediaType, label }: MediaType): Problem {
  return {
    code: 'no_preview',
    severity: 'warning',
    message:
      mediaType === 'audio/midi'
        ? 'MIDI files contain notes, not sound: there is no preview. The file can be downloaded.'
        : `There is no preview of this file type (${label}). The file can be downloaded.`,
    ...(mediaType === 'audio/midi' ? {} : { data: { type: mediaType } }),
  }
}

/**
 * Says that a name lies: a warning where the true kind is of the same nature (a JPEG named .heic), an error
 * where it is not (a program named .jpg).
 */
export function problemOfName({ type, named, nameLies }: DetectedType): Problem[] {
  if (!nameLies || !named) return []
  const isKnown = type.mediaType !== 'application/octet-stream'
  return [
    {
      code: 'name_lies',
      severity: named.nature === type.nature ? 'warning' : 'error',
      message: isKnown
        ? `Extension says ${formatOf(named.label)}, file is ${formatOf(type.label)}.`
        : `Extension says ${formatOf(named.label)}, file type is unknown.`,
      ...(isKnown && { data: { namedType: named.mediaType, foundType: type.mediaType } }),
    },
  ]
}

/** The format alone where its label says it: `JPEG` of `JPEG picture`. */
function formatOf(label: string): string {
  return label.replace(/ picture$/, '')
}

/**
 * Compares the size that the metadata states with the true one. A smaller copy of the same shape is normal;
 * another shape means that the metadata was carried over from another picture or crop, so that its date,
 * place and words may be of that one too.
 */
export function problemOfShape(
  stated: { widthPx: number; heightPx: number } | null,
  widthPx: number,
  heightPx: number,
): Problem[] {
  if (!stated) return []
  const shape = (width: number, height: number) => Math.max(width, height) / Math.min(width, height)
  const ratio = shape(stated.widthPx, stated.heightPx) / shape(widthPx, heightPx)
  // Cameras round by up to a macroblock of 16 pixels: 5 % of the smallest thumbnails.
  if (Math.abs(ratio - 1) <= 0.05) return []
  return [
    {
      code: 'metadata_of_another',
      severity: 'warning',
      message: `Embedded metadata does not match this image: it states ${stated.widthPx} × ${stated.heightPx} pixels, the image has ${widthPx} × ${heightPx}.`,
      data: { statedWidth: stated.widthPx, statedHeight: stated.heightPx, width: widthPx, height: heightPx },
    },
  ]
}

/** What of a file's own words is longer than assets take: a text, single keywords, or their number. */
export type MetadataCut =
  | { readonly what: 'text'; readonly tag: string; readonly length: number; readonly max: number }
  | { readonly what: 'longKeywords' | 'keywords'; readonly count: number; readonly max: number }

/** Says what of its words was cut. */
export function problemOfCuts(cuts: readonly MetadataCut[]): Problem[] {
  if (cuts.length === 0) return []
  const words = cuts.map((cut) =>
    cut.what === 'text'
      ? `${cut.length} characters of ${cut.tag} to ${cut.max}`
      : cut.what === 'keywords'
        ? `${cut.count} keywords to the first ${cut.max}`
        : `${cut.count} keyword${cut.count === 1 ? '' : 's'} to ${cut.max} characters`,
  )
  const texts = cuts.flatMap((cut) => (cut.what === 'text' ? [cut.tag] : []))
  const countOf = (what: 'longKeywords' | 'keywords'): number =>
    cuts.reduce((sum, cut) => (cut.what === what ? sum + cut.count : sum), 0)
  return [
    {
      code: 'metadata_cut',
      severity: 'warning',
      message: `Embedded metadata was cut: ${words.join('; ')}.`,
      data: {
        texts: texts.length,
        tags: texts.join(', '),
        longKeywords: countOf('longKeywords'),
        keywords: countOf('keywords'),
        maxKeywords: Math.max(0, ...cuts.map((cut) => (cut.what === 'keywords' ? cut.max : 0))),
      },
    },
  ]
}

/** Says that a picture is no larger than an icon. */
export function problemOfTininess(widthPx: number, heightPx: number): Problem[] {
  if (Math.max(widthPx, heightPx) >= 96) return []
  return [
    {
      code: 'tiny',
      severity: 'warning',
      message: `The image has only ${widthPx} × ${heightPx} pixels, fewer than the smallest thumbnail.`,
      data: { width: widthPx, height: heightPx },
    },
  ]
}
