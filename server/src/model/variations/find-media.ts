import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction, scopeOf } from '../../access/decide.ts'
import { compileImportScope } from '../../access/import-scope.ts'
import type { Nature } from '../../media/media-types.ts'
import { keepInScope } from '../search/find.ts'
import { selectAssetMedia, selectItemMedia } from './media.sql.ts'
import { searchIn } from '../search/search-in.ts'

/** The file of an asset or of an import item. */
export interface Media {
  readonly resource: 'asset' | 'massimportitem'
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
}

/** Names a file on the wire: `asset` or `massimportitem`, and its number or uuid. */
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
    resource === 'asset'
      ? await findAsset(context, id)
      : resource === 'massimportitem'
        ? await findItem(context, id)
        : undefined
  if (!media) throw new ApiError('entity_not_found', { resource: resource.slice(0, 64), id: id.slice(0, 64) })
  return media
}

/**
 * Whether the user may take the original away. What is in an import belongs to who may see it.
 */
export async function mayDownload(context: Context, media: Media): Promise<boolean> {
  if (media.resource === 'massimportitem') return true
  const where = await searchIn(context)
  return (await keepInScope(where, scopeOf(context.identity, 'asset', 'download'), [media.id])).length > 0
}

async function findAsset(context: Context, reference: string): Promise<Media | undefined> {
  const scope = requireAction(context.identity, 'asset', 'view')
  const asset = isReference(reference) ? await selectAssetMedia(context.database, reference) : undefined
  if (!asset) return undefined
  const where = await searchIn(context)
  if ((await keepInScope(where, scope, [asset.id])).length === 0) return undefined
  const { sha256, sizeBytes, fileName, mediaType } = asset
  if (sha256 === null || sizeBytes === null || fileName === null || mediaType === null)
    throw new ApiError('file_missing', { resource: 'asset', id: asset.id })
  return {
    ...asset,
    resource: 'asset',
    sha256,
    sizeBytes,
    fileName,
    mediaType,
    nature: asset.nature ?? 'OTHER',
    extension: asset.extension ?? '',
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
