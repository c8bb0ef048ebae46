import { ApiError, type Panorama } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction, scopeOf } from '../../access/decide.ts'
import { compileImportScope } from '../../access/import-scope.ts'
import type { Nature } from '../../media/media-types.ts'
import { keepInScope } from '../search/find.ts'
import { selectEntityMedia, selectItemMedia } from './media.sql.ts'
import { searchIn } from '../search/search-in.ts'

/** The original of an entity, or the file of an import item. */
export interface Media {
  readonly resource: string
  readonly id: number
  readonly sha256: string
  readonly sizeBytes: number
  readonly fileName: string
  readonly mediaType: string
  readonly nature: Nature
  /** Without dot; may be empty. */
  readonly extension: string
  /** True where inspection could not decode it. */
  readonly undecodable: boolean
  readonly width: number | null
  readonly height: number | null
  /**
   * The moment of a film, in milliseconds, or the page of a document, that somebody chose as its picture;
   * null: the usual one.
   */
  readonly place: number | null
  /** Where a picture lies on the sphere around its camera; null for flat ones. */
  readonly panorama: Panorama | null
  /** Whether a picture has a short film, inside of it or as another asset. */
  readonly isLive: boolean
  /** What the picture and the film of a Live Photo, two assets, have in common; null for all others. */
  readonly livePhoto: string | null
}

/** Names a file on the wire: its resource, such as `asset` or `massimportitem`, and its number or uuid. */
export interface MediaReference {
  readonly object: string
  readonly id: string
}

/**
 * The file behind an address, where the user may see it.
 * @throws entity_not_found, file_missing, rendition_not_found before an import item was inspected,
 * sign_in_needed, session_gone, access_denied
 */
export async function findMedia(context: Context, { object, id }: MediaReference): Promise<Media> {
  const resource = object.toLowerCase()
  const media =
    resource === 'massimportitem' ? await findItem(context, id) : await findOriginal(context, resource, id)
  if (!media) throw new ApiError('entity_not_found', { resource: resource.slice(0, 64), id: id.slice(0, 64) })
  return media
}

/** Whether a visitor may save the renditions that their share gives. @source decision 0236 */
export async function maySaveRenditions(context: Context, media: Media): Promise<boolean> {
  if (context.identity.kind !== 'visitor') return false
  const scope = scopeOf(context.identity, media.resource, 'saveInShare')
  return (await keepInScope(await searchIn(context), scope, [media.id])).length > 0
}

/**
 * Whether the user may take the original away. What is in an import belongs to whoever may see it.
 */
export async function mayDownload(context: Context, media: Media): Promise<boolean> {
  if (media.resource === 'massimportitem') return true
  const where = await searchIn(context)
  return (
    (await keepInScope(where, scopeOf(context.identity, media.resource, 'download'), [media.id])).length > 0
  )
}

/** Resources that imports fill have originals. @source decision 0150 */
async function findOriginal(
  context: Context,
  resource: string,
  reference: string,
): Promise<Media | undefined> {
  const where = await searchIn(context)
  const hasOriginals = (where.schemas.get(resource)?.importField ?? null) !== null
  const scope = requireAction(context.identity, hasOriginals ? resource : 'asset', 'view')
  const entity =
    hasOriginals && isReference(reference)
      ? await selectEntityMedia(context.database, resource, reference)
      : undefined
  if (!entity || (await keepInScope(where, scope, [entity.id])).length === 0) return undefined
  const { sha256, sizeBytes, fileName, mediaType } = entity
  if (sha256 === null || sizeBytes === null || fileName === null || mediaType === null)
    throw new ApiError('file_missing', { resource, id: entity.id })
  return {
    ...entity,
    resource,
    sha256,
    sizeBytes,
    fileName,
    mediaType,
    nature: entity.nature ?? 'OTHER',
    extension: entity.extension ?? '',
  }
}

async function findItem(context: Context, reference: string): Promise<Media | undefined> {
  const scope = requireAction(context.identity, 'massimportitem', 'view')
  const item = isReference(reference)
    ? await selectItemMedia(context.database, reference, compileImportScope(scope))
    : undefined
  if (!item) return undefined
  // What it is, is not known before it was inspected: anything drawn now would be wrong.
  if (item.nature === null || item.mediaType === null)
    throw new ApiError('rendition_not_found', { name: 'preview' })
  return {
    ...item,
    resource: 'massimportitem',
    mediaType: item.mediaType,
    nature: item.nature,
    extension: item.extension ?? '',
  }
}

/** A number or a uuid; anything else names nothing. */
function isReference(text: string): boolean {
  return (
    /^\d{1,15}$/.test(text) || /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
  )
}
