import { rm, stat } from 'node:fs/promises'
import { drawPlaceholder } from './draw-placeholder.ts'
import { makeHover, makeProxy, makeRung, makeSound, type FilmRequest } from './make-film.ts'
import { makeFrames } from './make-frames.ts'
import { makeMotion } from './make-motion.ts'
import { makeReading } from './make-reading.ts'
import { defaultMediaLimits, type MediaLimits } from './media-limits.ts'
import type { Nature } from './media-types.ts'
import { cutOut } from './open-cut.ts'
import { openPicture } from './open-picture.ts'
import type { Picture } from './picture.ts'
import {
  largestBox,
  takePixels,
  writePictures,
  type RenderedRendition,
  type RenditionOutput,
} from './pixels.ts'
import { probeFilm } from './probe-film.ts'
import { RenditionError } from './rendition-error.ts'
import type { RenditionRecipe } from './rendition-recipes.ts'
import { defaultWatermarkText } from './watermark.ts'

/** What the renditions are made of. */
export interface RenditionSource {
  /** The original; it is only read. */
  sourcePath: string
  /** As inspected, see `inspectFile`. */
  nature: Nature
  mediaType: string
  /**
   * False: nothing of it is opened, its pictures are placeholders. For a file that inspection could not
   * decode.
   */
  decode?: boolean | undefined
  /** Written on placeholders; without dot. */
  extension?: string | undefined
  /** Said by every watermark; `PREVIEW` by default. */
  watermarkText?: string | undefined
  limits?: MediaLimits | undefined
  signal?: AbortSignal | undefined
}

/**
 * Makes one rendition and writes it to `outputPath` (a name that is not in use: what stands there is written
 * over). A file that is sound but cannot be shown (a kind without a decoder, a missing program, a password)
 * gets a placeholder.
 * @throws RenditionError with the reason in plain words; nothing is left at `outputPath` then
 */
export async function renderRendition(source: RenditionSource & RenditionOutput): Promise<RenderedRendition> {
  const [rendered] = await renderRenditions({
    ...source,
    outputs: [{ recipe: source.recipe, outputPath: source.outputPath }],
  })
  if (!rendered) throw new RenditionError('unsupported', 'Nothing was made.')
  return rendered
}

/**
 * Makes several renditions of one file from one decoding.
 * @returns in the order of `outputs`
 * @throws RenditionError as {@link renderRendition}; those made before the failure stay
 */
export async function renderRenditions(
  source: RenditionSource & { outputs: readonly RenditionOutput[] },
): Promise<RenderedRendition[]> {
  const pictures = source.outputs.filter(({ recipe }) => recipe.kind === 'picture')
  const drawn = pictures.length > 0 ? await renderPictures(source, pictures) : []
  const rendered: RenderedRendition[] = []
  for (const output of source.outputs) {
    if (source.signal?.aborted) throw new RenditionError('cancelled', 'The work was cancelled.')
    const picture = drawn[pictures.indexOf(output)]
    rendered.push(picture ?? (await renderOther(source, output)))
  }
  return rendered
}

/** Outputs of one decoding are of one place, and cut alike. */
async function renderPictures(
  source: RenditionSource,
  outputs: RenditionOutput[],
): Promise<RenderedRendition[]> {
  const { place, ratio, focalPoint = null } = outputs[0]?.recipe ?? {}
  const { picture: whole, isPlaceholder } = await openOrPlaceholder(source, place)
  const isCut = ratio !== undefined && !isPlaceholder
  const picture = isCut ? cutOut(whole, { ratios: [ratio], focalPoint }) : whole
  const boxPx = largestBox(outputs)
  const pixels = boxPx > 0 ? await takePixels(picture, boxPx) : null
  return writePictures(picture, pixels, outputs, source.watermarkText ?? defaultWatermarkText, isPlaceholder)
}

async function openOrPlaceholder(
  source: RenditionSource,
  place: number | undefined,
): Promise<{ picture: Picture; isPlaceholder: boolean }> {
  const { nature, mediaType, sourcePath: path, limits = defaultMediaLimits, signal, decode = true } = source
  if (!decode) return { picture: drawPlaceholder(nature, mediaType, source.extension), isPlaceholder: true }
  try {
    const request = { path, mediaType, limits, signal }
    return { picture: await openPicture(nature, request, undefined, place), isPlaceholder: false }
  } catch (error) {
    if (!(error instanceof RenditionError && error.allowsPlaceholder)) throw error
    return { picture: drawPlaceholder(nature, mediaType, source.extension), isPlaceholder: true }
  }
}

async function renderOther(source: RenditionSource, output: RenditionOutput): Promise<RenderedRendition> {
  if (source.decode === false)
    throw new RenditionError('unsupported', 'The file cannot be decoded; the original can be downloaded.')
  const { kind } = output.recipe
  return kind === 'pages' || kind === 'text' ? makeReading(source, output) : renderFilm(source, output)
}

async function renderFilm(
  source: RenditionSource,
  { recipe, outputPath }: RenditionOutput,
): Promise<RenderedRendition> {
  const { sourcePath: path, limits = defaultMediaLimits, signal } = source
  const watermarkText = recipe.watermark ? (source.watermarkText ?? defaultWatermarkText) : null
  const { boxPx, quality: crf, maxKilobits } = recipe
  const film = { path, outputPath, limits, signal, boxPx: boxPx ?? 1280, crf, maxKilobits, watermarkText }
  try {
    const size =
      recipe.kind === 'motion'
        ? await makeMotion({ ...film, mediaType: source.mediaType })
        : await renderPlayable(recipe, film)
    const { size: sizeBytes } = await stat(outputPath)
    return {
      name: recipe.name,
      width: size.widthPx,
      height: size.heightPx,
      sizeBytes,
      mediaType: recipe.mediaType,
      isPlaceholder: false,
    }
  } catch (error) {
    await rm(outputPath, { force: true })
    throw error
  }
}

/** Of a whole file that is a film or recording; a recording has no size. */
async function renderPlayable(
  recipe: RenditionRecipe,
  film: Omit<FilmRequest, 'facts'>,
): Promise<{ widthPx: number; heightPx: number }> {
  const { path, outputPath, limits, signal } = film
  const facts = await probeFilm(path, limits, signal)
  if (recipe.kind !== 'sound') return filmMaker(recipe)({ ...film, facts })
  const bitsPerSecond = recipe.quality * 1000
  await makeSound({ path, outputPath, bitsPerSecond, durationSeconds: facts.durationSeconds, limits, signal })
  return { widthPx: 0, heightPx: 0 }
}

function filmMaker({ kind }: RenditionRecipe): typeof makeProxy {
  if (kind === 'frames') return makeFrames
  if (kind === 'rung') return makeRung
  return kind === 'hover' ? makeHover : makeProxy
}
