import {
  cropRatio,
  usualQuality,
  type CallInput,
  type Calls,
  type PictureFormat,
  type PicturePreset,
} from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { refusal } from '../../access/decide.ts'
import { isWatermarked, largestPicture } from '../../access/identity.ts'
import type { PictureCutting } from '../../media/cut-picture.ts'
import type { Nature } from '../../media/media-types.ts'
import type { Cut } from '../../media/place-cut.ts'
import { mayDownload, type Media } from '../../model/variations/find-media.ts'
import { selectFocalPoint } from './focal-points.sql.ts'
import { requirePreset } from './picture-presets.ts'

/** What an address asks for. */
export type AskedPicture = Omit<CallInput<Calls['getEmbedPicture']>, 'token'>

/** Which picture somebody gets: of what it is made, and how. */
export interface PicturePlan {
  readonly media: Media
  /** The rendition of which it is made; null: the original. */
  readonly rendition: string | null
  readonly making: Omit<PictureCutting, 'path' | 'outputPath' | 'nature' | 'mediaType'>
  /** Whether the request's `Accept` chose the format. */
  readonly isNegotiated: boolean
}

/**
 * Decides who gets which picture. Whoever may download the original has it made of that; everybody else, of
 * the largest rendition that they may see, so that no picture shows more than it does: not more pixels, and
 * the watermark where they see one.
 * @param largest the largest rendition that the caller may see
 * @throws access_denied, sign_in_needed where the metadata of the original is asked for without the right to
 * download it; picture_preset_not_found
 * @source decision 0202
 */
export async function planPicture(
  context: Context,
  media: Media,
  asked: AskedPicture,
  largest: string = 'preview',
): Promise<PicturePlan> {
  const preset = asked.preset === undefined ? undefined : await requirePreset(context.database, asked.preset)
  const isAllowed = await mayDownload(context, media)
  if (asked.metadata === 'all' && !isAllowed) throw refusal(context.identity)
  const cut = await toCut(context, media, asked, preset)
  const written = asked.format ?? preset?.format ?? undefined
  const format = written ?? negotiateFormat(context.request.headers['accept'])
  const rendition = sourceOf(
    media.nature,
    isAllowed,
    isWatermarked(context.identity),
    largestPicture(context.identity) ?? largest,
  )
  return {
    media,
    rendition,
    isNegotiated: written === undefined,
    making: {
      cut,
      format,
      quality: format === 'png' ? 100 : (asked.quality ?? preset?.quality ?? usualQuality[format]),
      colourSpace: asked.profile ?? 'srgb',
      keepsTags: rendition === null && (asked.metadata ?? preset?.metadata) === 'all',
    },
  }
}

/** Films, recordings and documents are drawn, no larger than their largest rendition, which is there. */
function sourceOf(nature: Nature, isAllowed: boolean, watermarked: boolean, largest: string): string | null {
  if (isAllowed && nature === 'IMAGE') return watermarked ? 'original_w' : null
  return watermarked ? `${largest}_w` : largest
}

async function toCut(
  { database }: Context,
  media: Media,
  { w, h, crop, fit }: AskedPicture,
  preset: PicturePreset | undefined,
): Promise<Cut> {
  const [maxWidthPx, maxHeightPx] = [w ?? null, h ?? null]
  // Whoever asks for another size than the preset's asks for no side of it.
  const size =
    maxWidthPx === null && maxHeightPx === null
      ? { maxWidthPx: preset?.width ?? null, maxHeightPx: preset?.height ?? null }
      : { maxWidthPx, maxHeightPx }
  const ratio = cropRatio(preset?.crop ?? '')
  const wanted = crop !== undefined ? crop : ratio === undefined ? null : { ratio }
  const covers = (fit ?? preset?.fit) === 'cover' && size.maxWidthPx !== null && size.maxHeightPx !== null
  const ratios = [
    ...(wanted && 'ratio' in wanted ? [wanted.ratio] : []),
    ...(covers ? [(size.maxWidthPx ?? 1) / (size.maxHeightPx ?? 1)] : []),
  ]
  const point = ratios.length > 0 ? await selectFocalPoint(database, media) : undefined
  return { box: wanted && 'box' in wanted ? wanted.box : null, ratios, focalPoint: point ?? null, ...size }
}

/**
 * The smallest that a request says it takes; what it says of all kinds is no promise.
 * @source RFC 9110 §12.5.1
 */
function negotiateFormat(accept: string | string[] | undefined): PictureFormat {
  const kinds = String(accept ?? '')
    .toLowerCase()
    .split(',')
    .map((kind) => kind.replaceAll(/\s/g, ''))
  const takes = (format: string): boolean =>
    kinds.some((kind) => kind.startsWith(`image/${format}`) && !/;q=0(\.0*)?(;|$)/.test(kind))
  return takes('avif') ? 'avif' : takes('webp') ? 'webp' : 'jpeg'
}
