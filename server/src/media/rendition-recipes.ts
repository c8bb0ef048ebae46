import { isOfficeDocument, type Nature } from './media-types.ts'

/**
 * How one rendition of an asset is made. Two recipes of one name and version give the same bytes of the same
 * original.
 */
export interface RenditionRecipe {
  name: string
  /** Grows with every change that changes the bytes: what was made by an older one is made again. */
  version: number
  /**
   * `picture`: a still; `film`: the whole film for players; `motion`: the film inside of a photograph;
   * `hover`: a short silent film; `sound`: the whole recording for players; `frames`: small pictures from all
   * over a film in one; `rung`: the whole film in fragments, for players that change between sizes; `pages`:
   * an Office document as PDF; `text`: the beginning of a text in UTF-8.
   */
  kind: 'picture' | 'film' | 'motion' | 'hover' | 'sound' | 'frames' | 'rung' | 'pages' | 'text'
  mediaType: string
  /** Extension of the file, without dot. */
  extension: string
  /** It fits into a square of this side, never enlarged; null: full size. */
  boxPx: number | null
  /**
   * Quality 1 to 100 (pictures), x264 constant rate factor (films), kilobits per second (sound), ffmpeg's
   * scale of 2, best, to 31 (frames).
   */
  quality: number
  /** Most kilobits per second of the picture of a film. Default: 4000. */
  maxKilobits?: number
  watermark: boolean
  /**
   * How a picture is written. Default: JPEG. `tiles`: a ZIP of JPEG tiles in all sizes, each a half of the
   * one before, for viewers that zoom.
   */
  format?: 'jpeg' | 'png' | 'webp' | 'avif' | 'tiff' | 'tiles'
  /**
   * In which colours a picture is written, with their profile where they are not sRGB; sRGB unless said
   * otherwise.
   */
  colourSpace?: 'srgb' | 'p3' | 'cmyk' | 'gray'
  /** The ratio, width : height, to which a picture is cut before it is made to fit. Default: all of it. */
  ratio?: number
  /** What stays inside where a ratio cuts, in shares of width and height. Default: the centre. */
  focalPoint?: { readonly x: number; readonly y: number }
  /** Of which moment of a film, in milliseconds, or page of a document it is made. Default: the usual one. */
  place?: number
}

type Row = Omit<RenditionRecipe, 'name' | 'watermark'>
const jpeg = (boxPx: number | null, quality: number): Row => ({
  version: 1,
  kind: 'picture',
  mediaType: 'image/jpeg',
  extension: 'jpg',
  boxPx,
  quality,
})
const film = (kind: 'film' | 'hover' | 'motion', boxPx: number, quality: number): Row => ({
  version: 2,
  kind,
  mediaType: 'video/mp4',
  extension: 'mp4',
  boxPx,
  quality,
})
const reading = (kind: 'pages' | 'text', mediaType: string, extension: string): Row => ({
  version: 1,
  kind,
  mediaType,
  extension,
  boxPx: null,
  quality: 100,
})
const sound = (quality: number): Row => ({
  version: 1,
  kind: 'sound',
  mediaType: 'audio/mp4',
  extension: 'm4a',
  boxPx: null,
  quality,
})

/**
 * Sizes: `thumbnailsmall` lists and trays, `thumbnailSmall` dense grids and phones, `thumbnailBig` grids at
 * double density and the default of the specification, `web` for web and documents, `preview` for a screen.
 * JPEG on white: every program opens it, and they travel in archives.
 * @source portal.txt §3 "Asset", data-layer.txt "Default variations"; the sizes are ours
 */
const pictures: Record<string, Row> = {
  thumbnailsmall: jpeg(200, 78),
  thumbnailSmall: jpeg(320, 78),
  thumbnailBig: jpeg(640, 80),
  web: jpeg(1200, 82),
  preview: jpeg(1600, 82),
}
const byNature: Record<Nature, Record<string, Row>> = {
  IMAGE: {
    ...pictures,
    original_w: jpeg(null, 88),
    panorama: jpeg(8192, 85),
    panoramaSmall: jpeg(4096, 85),
    motion: { ...film('motion', 1920, 23), version: 1 },
    tiles: { ...jpeg(null, 88), mediaType: 'application/zip', extension: 'zip', format: 'tiles' },
  },
  VIDEO: {
    ...pictures,
    hover: film('hover', 480, 27),
    proxy: film('film', 1280, 23),
    original_w: film('film', 1280, 23),
    frames: { ...jpeg(160, 6), kind: 'frames' },
  },
  AUDIO: { ...pictures, proxy: sound(128), proxy_w: sound(48), original_w: sound(48) },
  DOCUMENT: { ...pictures, original_w: jpeg(null, 88) },
  OTHER: { ...pictures, original_w: jpeg(null, 88) },
}

/**
 * What documents are read by. There is no watermarked version: whoever sees watermarks sees the picture of
 * the first page.
 * @source decision 0213
 */
const readings: Readonly<Record<string, Row>> = {
  pages: { ...reading('pages', 'application/pdf', 'pdf'), version: 2 },
  text: reading('text', 'text/plain; charset=utf-8', 'txt'),
}

/**
 * Formats that browsers take in place of JPEG, the smallest first. Qualities look alike.
 * @source decision 0175: measured
 */
export const webFormats = ['avif', 'webp'] as const
type WebFormat = (typeof webFormats)[number]
const inWebFormat: Readonly<Record<WebFormat, Pick<Row, 'mediaType' | 'quality'>>> = {
  avif: { mediaType: 'image/avif', quality: 50 },
  webp: { mediaType: 'image/webp', quality: 80 },
}

const suffix = '_w'

/**
 * Every name that a rendition can have, of any nature, watermarked versions included; `original` is no
 * rendition and not among them.
 */
export const renditionNames: readonly string[] = [
  ...new Set(Object.values(byNature).flatMap((rows) => Object.keys(rows))),
]
  .flatMap((name) => (name.endsWith(suffix) ? [name] : [name, name + suffix]))
  .filter((name, index, names) => names.indexOf(name) === index)

/**
 * The recipe of a rendition for a file of this nature, or null where there is none (`hover` of a photograph,
 * `original`, unknown names).
 * @param name case-sensitive: `thumbnailsmall` and `thumbnailSmall` are two; `web.avif` is `web` in that
 * format
 * @param place of the picture that somebody chose for the file, see {@link recipeAt}
 */
export function recipeFor(name: string, nature: Nature, place: number | null = null): RenditionRecipe | null {
  const recipe = usualRecipe(name, nature)
  return recipe && recipeAt(recipe, nature, place)
}

/** Pictures of these are drawn from a moment or page. */
const withPlaces: ReadonlySet<Nature> = new Set<Nature>(['VIDEO', 'DOCUMENT'])

/** Whether a recipe makes another picture where somebody chose a moment or page of a file of this nature. */
export function followsPlace({ kind }: Pick<RenditionRecipe, 'kind'>, nature: Nature): boolean {
  return kind === 'picture' && withPlaces.has(nature)
}

/**
 * A recipe for the moment or page that somebody chose, as a rendition of a name of its own (`preview@8000`);
 * the same recipe where nobody did, or where nothing follows from it.
 * @source decision 0218
 */
export function recipeAt(recipe: RenditionRecipe, nature: Nature, place: number | null): RenditionRecipe {
  return place === null || !followsPlace(recipe, nature)
    ? recipe
    : { ...recipe, name: `${recipe.name}@${place}`, place }
}

/** Whether a recipe makes another picture where somebody set a focal point. */
export function followsFocus({ ratio }: Pick<RenditionRecipe, 'ratio'>): boolean {
  return ratio !== undefined
}

/**
 * A recipe for a picture that is cut around a focal point, as a rendition of a name of its own
 * (`profile:square@0.25,0.5`); the same recipe where nobody set one, or where nothing follows from it.
 * @param focus `x,y` in shares of width and height
 * @source decision 0267
 */
export function recipeAround(recipe: RenditionRecipe, focus: string | null): RenditionRecipe {
  if (focus === null || !followsFocus(recipe)) return recipe
  const [x = 0.5, y = 0.5] = focus.split(',').map(Number)
  return { ...recipe, name: `${recipe.name}@${focus}`, focalPoint: { x, y } }
}

function usualRecipe(name: string, nature: Nature): RenditionRecipe | null {
  if (nature === 'DOCUMENT' && Object.hasOwn(readings, name)) {
    const row = readings[name]
    return row ? { name, watermark: false, ...row } : null
  }
  const watermark = name.endsWith(suffix)
  const row =
    rowOf(byNature[nature], name) ??
    (watermark ? rowOf(byNature[nature], name.slice(0, -suffix.length)) : undefined)
  return row ? { name, watermark, ...row } : null
}

/** A picture of limited size is there in the formats of the web too. */
function rowOf(rows: Readonly<Record<string, Row>>, name: string): Row | undefined {
  if (Object.hasOwn(rows, name)) return rows[name]
  const format = webFormats.find((one) => name.endsWith(`.${one}`))
  const key = format && name.slice(0, -format.length - 1)
  const row = key !== undefined && Object.hasOwn(rows, key) ? rows[key] : undefined
  return format && row?.kind === 'picture' && row.boxPx !== null
    ? { ...row, ...inWebFormat[format], extension: format, format }
    : undefined
}

/**
 * What a watermarked user gets instead: `preview` → `preview_w`, `original` → `original_w`; a watermarked
 * name is its own.
 */
export function watermarkedName(name: string): string {
  return name.endsWith(suffix) ? name : name + suffix
}

/**
 * The renditions to make at import, large to small, from the one decoding that inspection does anyway; all
 * others on demand.
 */
export const eagerRenditions: readonly string[] = [
  'preview',
  'thumbnailBig',
  'thumbnailSmall',
  'thumbnailsmall',
]

/** The rendition from whose pixels the fingerprint of a file is made, by which it is found again. */
export const fingerprintedRendition = 'thumbnailBig'

/** Whether a rendition may take as long as a film lasts. */
export function takesLong({ kind }: Pick<RenditionRecipe, 'kind'>): boolean {
  return kind === 'film' || kind === 'hover' || kind === 'sound' || kind === 'frames' || kind === 'rung'
}

/**
 * The renditions of a film, recording or Office document that take long enough to be made by a job after
 * import, before anyone asks.
 */
export function slowRenditions({
  nature,
  mediaType,
}: {
  nature: Nature
  mediaType: string
}): readonly string[] {
  if (nature === 'DOCUMENT') return isOfficeDocument(mediaType) ? ['pages'] : []
  return nature === 'VIDEO' ? ['hover', 'proxy', 'frames'] : nature === 'AUDIO' ? ['proxy'] : []
}
