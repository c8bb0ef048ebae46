import type { Services } from '../access/context.ts'
import { scopeOf } from '../access/decide.ts'
import { isWatermarked, type Identity } from '../access/identity.ts'
import { compileItemScope, itemResource } from '../carts/cart-viewer.ts'
import type { Nature } from '../media/media-types.ts'
import { recipeFor, watermarkedTwin } from '../media/rendition-recipes.ts'
import { assetNatures } from '@cartouche/contract'
import type { ArchiveWish } from './archive-wish.ts'
import { selectArchiveItems, type ArchiveItem, type RecipeKey } from './archives.sql.ts'
import { renditionOfProfile } from './download-profiles.ts'

/** A file that an archive will hold. */
export interface PlannedFile {
  readonly assetId: number
  readonly assetName: string
  /** Its name, before it is made unique and safe in the archive. */
  readonly fileName: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly crc32: number
  readonly modifiedAt: Date
  /** Its picture on the contact sheet; undefined where there is none. */
  readonly thumbSha256: string | undefined
}

/** An item that an archive will not hold, and why, in plain words. */
export interface LeftOut {
  readonly type: string
  readonly id: number
  /** Empty where it must not be told. */
  readonly name: string
  readonly reason: string
}

/** A rendition that must be made before the archive can be laid out; `forSheet`: for the contact sheet alone. */
export interface MissingRendition {
  readonly sha256: string
  readonly name: string
  readonly forSheet: boolean
}

/** What an archive will hold, in the order of the cart. */
export interface ArchivePlan {
  readonly files: readonly PlannedFile[]
  readonly leftOut: readonly LeftOut[]
  readonly missing: readonly MissingRendition[]
}

/** The picture of an asset on a contact sheet. */
const sheetRendition = 'thumbnailSmall'

/**
 * Plans an archive for whoever asks: of the items that they may see and take, the originals or renditions. What cannot be taken is listed with
 * its reason; what they may not see is not told apart from what is not there. `isSettled`: all that can be made was made.
 */
export async function planArchive(services: Services, asker: Identity, cartId: number, wish: ArchiveWish, isSettled = false): Promise<ArchivePlan> {
  const hidden = isWatermarked(asker)
  const rendition = renditionOfProfile(wish.profile, hidden)
  const thumb = wish.withContactSheet ? (hidden ? watermarkedTwin(sheetRendition) : sheetRendition) : undefined
  const [visible, downloadable] = await Promise.all(['view', 'download'].map((action) => compileItemScope(services, scopeOf(asker, itemResource, action))))
  if (!visible || !downloadable) throw new Error('A scope compiles to a condition')
  const items = await selectArchiveItems(services.database, {
    cartId, visible, downloadable, renditions: recipesOf(rendition), thumbs: recipesOf(thumb),
    selection: wish.selection?.filter(({ type }) => type === itemResource).map(({ id }) => id) ?? null,
  })
  const planned = items.map((item) => planItem(item, rendition, wish, isSettled))
  return {
    files: planned.flatMap(({ file }) => file ?? []),
    leftOut: [...planned.flatMap(({ leftOut }) => leftOut ?? []), ...notThere(wish, items)],
    missing: [...planned.flatMap(({ missing }) => missing ?? []), ...(thumb === undefined || isSettled ? [] : missingThumbs(items, thumb))],
  }
}

function recipesOf(name: string | undefined): RecipeKey[] {
  if (name === undefined) return []
  const natures = Object.keys(assetNatures) as Nature[]
  return natures.flatMap((nature) => {
    const recipe = recipeFor(name, nature)
    return recipe ? [{ nature, name, version: recipe.version }] : []
  })
}

interface PlannedItem { readonly file?: PlannedFile; readonly leftOut?: LeftOut; readonly missing?: MissingRendition }

function planItem(item: ArchiveItem, rendition: string | undefined, wish: ArchiveWish, isSettled: boolean): PlannedItem {
  const leaveOut = (reason: string): PlannedItem => ({ leftOut: { type: itemResource, id: item.id, name: item.asset_name, reason } })
  if (!item.may_download) return leaveOut('You may look at it, but not take it.')
  if (item.sha256 === null || item.file_name === null) return leaveOut('It has no file.')
  const about = { assetId: item.id, assetName: item.asset_name, modifiedAt: item.created_at, thumbSha256: item.thumb_sha256 ?? undefined }
  if (rendition === undefined) return { file: { ...about, fileName: item.file_name, sha256: item.sha256, sizeBytes: item.size_bytes, crc32: item.crc32 } }
  const recipe = item.nature && recipeFor(rendition, item.nature)
  if (!recipe) return leaveOut(`There is no ${wish.profile} of this kind of file.`)
  if (item.rendition_error) return leaveOut(item.rendition_error)
  if (item.rendition_sha256 && item.rendition_size_bytes !== null && item.rendition_crc32 !== null) {
    const fileName = renditionFileName(item.file_name, recipe.extension, wish.profile)
    return { file: { ...about, fileName, sha256: item.rendition_sha256, sizeBytes: item.rendition_size_bytes ?? 0, crc32: item.rendition_crc32 ?? 0 } }
  }
  return isSettled ? leaveOut('It could not be made.') : { missing: { sha256: item.sha256, name: rendition, forSheet: false } }
}

/** `beach.tif` becomes `beach-web.jpg`, and `beach.jpg` where it stands for the original: files of several profiles can lie in one folder. */
function renditionFileName(fileName: string, extension: string, profile: string): string {
  const stem = fileName.replace(/\.[^./\\]{1,12}$/, '') || fileName
  return `${stem}${profile === 'originals' ? '' : `-${profile}`}.${extension}`
}

function missingThumbs(items: readonly ArchiveItem[], name: string): MissingRendition[] {
  return items.flatMap((item) => (item.may_download && item.sha256 !== null && item.nature !== null && !item.thumb_sha256 && !item.thumb_error && recipeFor(name, item.nature)
    ? [{ sha256: item.sha256, name, forSheet: true }] : []))
}

/** Selected items that the cart does not hold, or that the asker may not see: both sound the same. */
function notThere({ selection }: ArchiveWish, items: readonly ArchiveItem[]): LeftOut[] {
  const there = new Set(items.map(({ id }) => id))
  return (selection ?? []).filter(({ type, id }) => type !== itemResource || !there.has(id))
    .map(({ type, id }) => ({ type, id, name: '', reason: 'It is not in this cart, or not yours to see.' }))
}
