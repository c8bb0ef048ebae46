import type { Asset, AssetQuery, Player, Source, Subtitles } from '@cartouche/components'
import { isApiError, parseQuery } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { scopeOf } from '../../access/decide.ts'
import { isWatermarked } from '../../access/identity.ts'
import { jobPriority } from '../../ground/jobs/task.ts'
import { ladderOf, masterPlaylist } from '../../media/film-ladder.ts'
import { recipeFor, webFormats } from '../../media/rendition-recipes.ts'
import { findPage, keepInScope } from '../../model/search/find.ts'
import { searchIn } from '../../model/search/search-in.ts'
import { offerTracks } from '../../model/variations/player-tracks.ts'
import { selectShown, type ShownRow } from './published-pages.sql.ts'

/** What a page shows of assets. */
interface ShownAssets {
  readonly ids: readonly number[]
  /** Those of them that are offered as files. */
  readonly files: readonly number[]
  readonly language: string
}

/** Assets that the reader of a page may see, by id, in one question for all. */
export async function readAssets(
  context: Context,
  pageId: number,
  { ids, files, language }: ShownAssets,
): Promise<ReadonlyMap<number, Asset>> {
  const where = await searchIn(context)
  const { identity } = context
  const reader = identity.kind === 'page' ? { ...identity, files } : identity
  const [seen, taken] = await Promise.all([
    keepInScope(where, scopeOf(reader, 'asset', 'view'), [...new Set(ids)]),
    keepInScope(where, scopeOf(reader, 'asset', 'download'), [...new Set(files)]),
  ])
  const rows = await selectShown(context.database, seen)
  await queueWebFormats(context, rows)
  // Sizes of a film have no watermarked versions.
  const isClean = !isWatermarked(identity)
  return new Map(
    rows.map((row) => [row.id, toAsset(row, pageId, { language, isFile: taken.includes(row.id), isClean })]),
  )
}

/** Ids of the assets that match, in order. A query that is not understood finds nothing. */
export async function searchAssets(context: Context, { query, orderby, max }: AssetQuery): Promise<number[]> {
  try {
    const search = { scope: scopeOf(context.identity, 'asset', 'view'), query: parseQuery(query) }
    const { ids } = await findPage(await searchIn(context), search, {
      max,
      ...(orderby === '' ? {} : { orderby }),
    })
    return [...ids]
  } catch (error) {
    if (!isApiError(error) || error.status >= 500) throw error
    return []
  }
}

interface AssetOptions {
  readonly language: string
  readonly isFile: boolean
  readonly isClean: boolean
}

function toAsset(row: ShownRow, pageId: number, { language, isFile, isClean }: AssetOptions): Asset {
  const isFrench = language.startsWith('fr')
  const address = (variation: string): string => `/page-files/${pageId}/${row.id}/${variation}`
  return {
    id: row.id,
    name: (isFrench && row.nameFr) || row.name,
    description: (isFrench && row.descriptionFr) || row.description || '',
    nature: row.nature,
    pictures: picturesOf(row, address),
    player: playerOf(row, address, { language, isClean }),
    file: isFile ? { address: address('original'), name: row.fileName, sizeBytes: row.sizeBytes } : undefined,
  }
}

/** Renditions for pages, small to large. */
const pictures = ['thumbnailSmall', 'thumbnailBig', 'web', 'preview'] as const
/** The same in the formats of the web: a page names those that are there. */
const webPictures = webFormats.flatMap((format) => pictures.map((name) => `${name}.${format}`))
/** What a page shows of a picture. */
export const pagePictures: readonly string[] = [...pictures, ...webPictures]
/** Assets of one page whose formats are made after one reading; the others follow with the next. */
const mostQueued = 50

/** Nobody waits for the formats of the web: they are made after the first reading of a page. */
async function queueWebFormats(context: Context, rows: readonly ShownRow[]): Promise<void> {
  const missing = rows.flatMap((row) => {
    const { sha256, nature, tried, place } = row
    const wanted = sizeOf(row) ? webPictures : []
    const names = wanted.filter((name) => !tried.includes(name) && recipeFor(name, nature))
    return names.length > 0 ? [{ sha256, names, place }] : []
  })
  for (const { place, ...work } of missing.slice(0, mostQueued))
    await context.addJob(context.database, 'make-renditions', place === null ? work : { ...work, place }, {
      key: `web-formats:${work.sha256}${place === null ? '' : `@${place}`}`,
      priority: jobPriority.render,
    })
}

/**
 * Every rendition with the size that it has, or will have when it is asked for the first time; of the formats
 * of the web those that were made. An asset of which nothing could be drawn has none.
 */
function picturesOf(row: ShownRow, address: (variation: string) => string): Source[] {
  const { nature, made, width, height } = row
  const whole = sizeOf(row)
  if (!whole) return []
  const sources = pagePictures.flatMap((name) => {
    const recipe = recipeFor(name, nature)
    const known = made.find((one) => one.name === name)
    if (!recipe || (!known && recipe.format !== undefined)) return []
    const size =
      known ?? fitted(nature === 'IMAGE' && width && height ? { width, height } : whole, recipe.boxPx)
    return [{ address: address(name), mediaType: recipe.mediaType, width: size.width, height: size.height }]
  })
  // A small original has the same size in several: one of each width and format is enough.
  const isSame = (one: Source, other: Source): boolean =>
    one.width === other.width && one.mediaType === other.mediaType
  return sources.filter((own, at) => sources.findIndex((other) => isSame(own, other)) === at)
}

/** The size of the largest picture of an asset that is known; undefined where it has none. */
function sizeOf({ nature, made, width, height }: ShownRow): Size | undefined {
  if (nature === 'AUDIO') return undefined
  return made.at(-1) ?? (width && height ? { width, height } : undefined)
}

type Size = { readonly width: number; readonly height: number }

function fitted({ width, height }: Size, boxPx: number | null): Size {
  const part = boxPx === null ? 1 : Math.min(1, boxPx / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * part)), height: Math.max(1, Math.round(height * part)) }
}

function playerOf(
  row: ShownRow,
  address: (variation: string) => string,
  { language, isClean }: Pick<AssetOptions, 'language' | 'isClean'>,
): Player | undefined {
  const recipe = recipeFor('proxy', row.nature)
  if (!recipe) return undefined
  const { width, height } = row.made.find(({ name }) => name === 'preview') ?? row
  const size = { width: width ?? 16, height: height ?? 9 }
  const subtitles = subtitlesOf(row, address, language)
  const source = { address: address('proxy'), mediaType: recipe.mediaType, ...size, subtitles }
  return isClean && isInSizes(row) ? { ...source, adaptive: address(masterPlaylist) } : source
}

function subtitlesOf(row: ShownRow, address: (variation: string) => string, language: string): Subtitles[] {
  return offerTracks(row.subtitles, language).flatMap(({ id, kind, ...about }) =>
    kind === 'chapters' ? [] : [{ ...about, kind, address: address(trackName(id)) }],
  )
}

/** What a page calls the subtitles of a film. */
export const trackName = (id: number): string => `track-${id}`

/** The number of subtitles by that name; undefined for what is none. */
export function trackNumber(name: string): number | undefined {
  const [, digits] = /^track-(\d{1,15})$/.exec(name) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Whether a film was made in all its sizes; of one that is too short for it none was. */
function isInSizes({ nature, made, width, height }: ShownRow): boolean {
  if (nature !== 'VIDEO') return false
  const rungs = ladderOf({ widthPx: width, heightPx: height, durationSeconds: Infinity })
  return rungs.length > 0 && rungs.every((rung) => made.some(({ name }) => name === rung.name))
}
