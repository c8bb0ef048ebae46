import { assetNatures, type LeftOutCode } from '@cartouche/contract'
import type { Services } from '../../ground/services.ts'
import { scopeOf, type Reader } from '../../access/decide.ts'
import { isWatermarked, type Identity } from '../../access/identity.ts'
import { itemResource } from '../carts/cart-viewer.ts'
import type { Nature } from '../../media/media-types.ts'
import {
  followsFocus,
  followsPlace,
  recipeAround,
  recipeAt,
  recipeFor,
  watermarkedName,
  type RenditionRecipe,
} from '../../media/rendition-recipes.ts'
import {
  renditionKey,
  selectMadeRenditions,
  type MadeRendition,
  type RecipeKey,
} from './archive-items.sql.ts'
import type { ArchiveOptions } from './archive-options.ts'
import type { ItemSource } from './archives.sql.ts'
import { selectEmbedded } from './download-profiles.sql.ts'
import { embeddedFile, selectTags, type EmbeddedFile } from './embed-tags.ts'
import { takenByProfile } from './profile-recipes.ts'
import { listArchiveItems, type ArchiveItem } from './list-archive-items.ts'

/** A file that an archive will hold. */
export interface PlannedFile {
  readonly assetId: number
  /** Another one after every change of the asset. */
  readonly revision: number
  readonly assetName: string
  /** Its name, before it is made unique and safe in the archive. */
  readonly fileName: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly crc32: number
  readonly modifiedAt: Date
  /** Its picture on the contact sheet; undefined where there is none. */
  readonly thumbSha256: string | undefined
  /** Its path in the archive; empty until `nameFiles` gave it one. */
  entryName: string
}

/** An item that an archive will not hold, and why: a code, and plain words. */
export interface LeftOut {
  readonly type: string
  readonly id: number
  /** Empty where it must not be shown. */
  readonly name: string
  readonly code: LeftOutCode
  readonly reason: string
}

/**
 * A rendition that must be made before the archive can be laid out; `forSheet`: for the contact sheet alone.
 */
interface MissingRendition {
  readonly sha256: string
  readonly recipe: RenditionRecipe
  readonly forSheet: boolean
}

/**
 * What must be made before the archive can be laid out: a rendition, or a file with its description inside.
 */
export type MissingPiece = MissingRendition | { readonly embed: EmbeddedFile }

/** What an archive will hold, in the order of the cart. */
export interface ArchivePlan {
  readonly files: readonly PlannedFile[]
  readonly leftOut: readonly LeftOut[]
  readonly missing: readonly MissingPiece[]
  /** Films of Live Photos that belong to the items, whether they are wanted or not. */
  readonly liveVideos: number
}

/** The picture of an asset on a contact sheet. */
const sheetRendition = 'thumbnailSmall'

/**
 * Plans an archive for whoever asks: of the items that they may see and take, the originals or renditions.
 * What cannot be taken is listed with its reason; what they are not allowed to see looks like
 * what is not there. `isSettled`: all that can be made was made.
 */
export async function planArchive(
  services: Services,
  asker: Identity,
  source: ItemSource,
  options: ArchiveOptions,
  isSettled = false,
): Promise<ArchivePlan> {
  const hidden = isWatermarked(asker)
  const { recipes, embedsMetadata } = await takenByProfile(services.database, options.profile, hidden)
  const thumb = options.withContactSheet
    ? hidden
      ? watermarkedName(sheetRendition)
      : sheetRendition
    : undefined
  const { items, liveVideos } = await listArchiveItems(services, asker, source, options)
  const sources =
    recipes === undefined && thumb === undefined
      ? []
      : items.flatMap(({ asset: { file }, mayDownload }) => (file && mayDownload ? file : []))
  const made = await selectMadeRenditions(services.database, sources, [
    ...keysOf(recipes ?? new Map()),
    ...keysOf(thumbsOf(thumb)),
  ])
  const planned: Planned = { files: [], leftOut: [], missing: [] }
  for (const item of items) planItem(planned, item, { recipes, thumb, made, options, isSettled })
  if (embedsMetadata)
    await embedMetadata(services, scopeOf(asker, itemResource, 'view').reader, planned, options, isSettled)
  return { ...planned, liveVideos, leftOut: [...planned.leftOut, ...notThere(options, items)] }
}

function thumbsOf(name: string | undefined): ReadonlyMap<Nature, RenditionRecipe> {
  if (name === undefined) return new Map()
  return new Map(
    (Object.keys(assetNatures) as Nature[]).flatMap((nature) => {
      const recipe = recipeFor(name, nature)
      return recipe ? [[nature, recipe] as const] : []
    }),
  )
}

function keysOf(recipes: ReadonlyMap<Nature, RenditionRecipe>): RecipeKey[] {
  return [...recipes].map(([nature, recipe]) => {
    const { name, version } = recipe
    return {
      nature,
      name,
      version,
      followsPlace: followsPlace(recipe, nature),
      followsFocus: followsFocus(recipe),
    }
  })
}

/**
 * In the place of each file the one with its description inside; those that are still to be written are
 * missing, and stay as they are once all was tried.
 */
async function embedMetadata(
  services: Services,
  reader: Reader,
  planned: Planned,
  { locale }: ArchiveOptions,
  isSettled: boolean,
): Promise<void> {
  const tags = await selectTags(
    services,
    planned.files.map(({ assetId }) => assetId),
    locale,
    reader,
  )
  const wanted = planned.files.map((file) => {
    const own = tags.get(file.assetId)
    return (
      own &&
      embeddedFile(file.sha256, /\.([A-Za-z0-9]{1,8})$/.exec(file.fileName)?.[1]?.toLowerCase() ?? 'bin', own)
    )
  })
  const made = await selectEmbedded(
    services.database,
    wanted.flatMap((embed) => embed?.signature ?? []),
  )
  for (const [at, embed] of wanted.entries()) {
    const [file, blob] = [planned.files[at], embed && made.get(embed.signature)]
    if (file && blob) planned.files[at] = { ...file, ...blob }
    else if (embed && !isSettled) planned.missing.push({ embed })
  }
}

interface Planned {
  readonly files: PlannedFile[]
  readonly leftOut: LeftOut[]
  readonly missing: MissingPiece[]
}

/** What is taken of every item, and what was made already. */
interface PlanContext {
  readonly recipes: ReadonlyMap<Nature, RenditionRecipe> | undefined
  readonly thumb: string | undefined
  readonly made: ReadonlyMap<string, MadeRendition>
  readonly options: ArchiveOptions
  readonly isSettled: boolean
}

function planItem(planned: Planned, item: ArchiveItem, context: PlanContext): void {
  const {
    id,
    revision,
    asset: { name: assetName, createdAt: modifiedAt, file },
  } = item
  const leaveOut = (code: LeftOutCode, reason: string): void =>
    void planned.leftOut.push({ type: itemResource, id, name: assetName, code, reason })
  if (!item.mayDownload) return leaveOut('refused', 'You may look at it, but not take it.')
  if (file === null) return leaveOut('no_file', 'It has no file.')
  const taken = takeFile(file, context)
  if ('reason' in taken) return leaveOut(taken.code, taken.reason)
  const thumbSha256 = planThumb(planned, file, context)
  if ('missing' in taken)
    planned.missing.push({ sha256: file.sha256, recipe: taken.missing, forSheet: false })
  else
    planned.files.push({
      assetId: id,
      revision,
      assetName,
      fileName: taken.fileName,
      sha256: taken.sha256,
      sizeBytes: taken.sizeBytes,
      crc32: taken.crc32,
      modifiedAt,
      thumbSha256,
      entryName: '',
    })
}

type OwnFile = NonNullable<ArchiveItem['asset']['file']>

/** What is taken of a file, the rendition that must be made first, or why nothing can be. */
function takeFile(
  file: OwnFile,
  { recipes, made, options, isSettled }: PlanContext,
):
  | Pick<PlannedFile, 'fileName' | 'sha256' | 'sizeBytes' | 'crc32'>
  | { readonly missing: RenditionRecipe }
  | Pick<LeftOut, 'code' | 'reason'> {
  if (recipes === undefined)
    return { fileName: file.name, sha256: file.sha256, sizeBytes: file.sizeBytes, crc32: file.crc32 }
  const usual = recipes.get(file.nature)
  const recipe = usual && recipeAround(recipeAt(usual, file.nature, file.place), file.focus)
  if (!recipe) return { code: 'no_rendition', reason: `There is no ${options.profile} of this kind of file.` }
  const one = made.get(renditionKey(file, recipe.name))
  if (one?.error) return { code: 'failed', reason: one.error }
  if (one?.blob)
    return { fileName: renditionFileName(file.name, recipe.extension, options.profile), ...one.blob }
  return isSettled ? { code: 'failed', reason: 'It could not be made.' } : { missing: recipe }
}

/** The picture for the contact sheet; notes it as missing where it can be made still. */
function planThumb(
  planned: Planned,
  file: OwnFile,
  { thumb, made, isSettled }: PlanContext,
): string | undefined {
  if (thumb === undefined) return undefined
  const recipe = recipeFor(thumb, file.nature, file.place)
  const one = recipe && made.get(renditionKey(file, recipe.name))
  if (!isSettled && !one?.blob && !one?.error && recipe)
    planned.missing.push({ sha256: file.sha256, recipe, forSheet: true })
  return one?.blob?.sha256
}

/**
 * `beach.tif` becomes `beach-web.jpg`, and `beach.jpg` where it stands for the original: files of several
 * profiles can lie in one folder.
 */
function renditionFileName(fileName: string, extension: string, profile: string): string {
  const stem = fileName.replace(/\.[^./\\]{1,12}$/, '') || fileName
  return `${stem}${profile === 'originals' ? '' : `-${profile}`}.${extension}`
}

/** Selected items that are not in the cart, or that the caller is not allowed to see: both read the same. */
function notThere({ selection }: ArchiveOptions, items: readonly ArchiveItem[]): LeftOut[] {
  if (selection === null) return []
  const there = new Set(items.map(({ id }) => id))
  return selection
    .filter(({ type, id }) => type !== itemResource || !there.has(id))
    .map(({ type, id }) => ({
      type,
      id,
      name: '',
      code: 'not_there',
      reason: 'It is not in this cart, or not yours to see.',
    }))
}
