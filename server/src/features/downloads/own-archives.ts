import { ApiError, type ArchiveState } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { refusal } from '../../access/decide.ts'
import { deleteOwnArchive, selectOwnArchives, type StoredArchive } from './archives.sql.ts'
import { requireArchive } from './download-archive.ts'

const maxListed = 200

/** Downloads that the user asked for, on whichever device, newest first. */
export async function listArchives({ identity, database, request }: Context): Promise<ArchiveState[]> {
  if (identity.kind !== 'user' && identity.kind !== 'application') throw refusal(identity)
  return (await selectOwnArchives(database, identity, maxListed)).map((archive) => ({
    ...toArchiveState(archive, request.baseUrl),
    request: toRequest(archive),
  }))
}

/**
 * How far an archive is.
 * @throws archive_not_found
 */
export async function getArchiveState(
  context: Context,
  { uuid }: { readonly uuid: string },
): Promise<ArchiveState> {
  return toArchiveState(await requireArchive(context, uuid), context.request.baseUrl)
}

/**
 * Ends an own archive; the work on it notices within a few renditions.
 * @throws archive_not_found
 */
export async function cancelArchive(
  { identity, database }: Context,
  { uuid }: { readonly uuid: string },
): Promise<{ uuid: string; cancelled: true }> {
  if (identity.kind !== 'user' && identity.kind !== 'application') throw refusal(identity)
  if (!(await deleteOwnArchive(database, uuid, identity))) throw new ApiError('archive_not_found')
  return { uuid, cancelled: true }
}

function toRequest({ cart_id, list_uuid, options }: StoredArchive): ArchiveState['request'] {
  return {
    cart: cart_id,
    list: list_uuid,
    selection: options.selection,
    withContactSheet: options.withContactSheet,
    withAssetsDescriptions: options.withDescriptions,
    withLiveVideos: options.withLiveVideos,
  }
}

function toArchiveState(archive: StoredArchive, baseUrl: string): ArchiveState {
  const { failure } = archive
  return {
    uuid: archive.uuid,
    name: archive.name,
    status: failure ? 'failed' : archive.layout_etag !== null ? 'ready' : 'preparing',
    done: archive.done,
    total: archive.total,
    sizeBytes: archive.size_bytes,
    profile: archive.options.profile,
    error: failure && {
      code: failure.code,
      message: new ApiError(failure.code, failure.data).message,
      data: failure.data,
    },
    url: archiveAddress(baseUrl, archive.uuid),
    createdAt: archive.created_at.toISOString(),
    expiresAt: archive.expires_at.toISOString(),
    downloads: archive.downloads,
    request: null,
  }
}

/** Where an archive is taken from. */
export function archiveAddress(baseUrl: string, uuid: string): string {
  return `${baseUrl}/api/wedia/cart/downloadCart/${uuid}`
}
