import { ApiError, type CallInput, type Calls } from '@cartouche/contract'
import { extname } from 'node:path/posix'
import type { Context } from '../../access/context.ts'
import type { Services } from '../../ground/services.ts'
import { isWatermarked, type Identity } from '../../access/identity.ts'
import {
  assetsOf,
  decodeArchiveLayout,
  findOnlyFile,
  type ArchiveLayout,
  type FileInArchive,
} from '../archive/archive-layout.ts'
import { mediaTypeOfExtension } from '../../media/media-types.ts'
import { openArchive } from '../archive/open-archive.ts'
import type { ByteSource } from '../../ground/bytes/byte-source.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { endWith } from '../../ground/bytes/end-with.ts'
import type { Pending } from '../../access/handler.ts'
import { itemResource } from '../carts/cart-viewer.ts'
import { allOf } from '../../model/search/condition.ts'
import { revisionsOf } from '../../model/search/revisions.ts'
import { findAccount } from '../../people/session/account.ts'
import { findShare } from '../shares/find-visitor.ts'
import { askerOf } from '../shares/require-share.ts'
import { countDownload, selectArchive, selectLayout, type StoredArchive } from './archives.sql.ts'
import { compileItemRights } from './list-archive-items.ts'
import { columnsOf } from '../../model/search/search-in.ts'

/**
 * An archive by its unguessable address, for `HEAD` and `GET`: its bytes, or those of its only file, or that
 * something in it is still being made. It ends with its share, its cart and its maker, after a week, and as
 * soon as whoever it was made for may no longer take all that is in it, which is asked at every request and
 * every few seconds while it is sent.
 * @throws archive_not_found, archive_outdated; archive_refused, archive_empty where that came out while it
 * was made
 * @source DESIGN "An archive is a layout, not a file"; decisions 0003 and 0116
 */
export async function downloadArchive(
  context: Context,
  { uuid, unzip = false }: CallInput<Calls['downloadArchive']>,
): Promise<ByteSource | Pending> {
  const { archive, asker } = await openArchiveOf(context, uuid)
  if (archive.failure) throw new ApiError(archive.failure.code, archive.failure.data)
  if (archive.layout_etag === null) return { pending: true }
  const layout = await layoutOf(context, archive.layout_etag)
  const count = await countLost(context, asker, layout, archive.is_watermarked)
  if (count > 0) throw new ApiError('archive_outdated', { count })
  const only = unzip ? findOnlyFile(layout) : undefined
  const body = only ? bodyOfFile(layout, only) : bodyOfArchive(layout, archive.name)
  const source = archiveSource(context, body, archive.created_at, layout, () =>
    noteDownload(context, archive, layout, asker),
  )
  let askedAt = performance.now()
  return endWith(context, source, async () => {
    const now = await selectArchive(context.database, uuid)
    const stillAsks = now && (await askerOfArchive(context, now))
    if (!now || !stillAsks) return false
    if (performance.now() - askedAt < askEveryMs) return true
    askedAt = performance.now()
    return (await countLost(context, stillAsks, layout, now.is_watermarked)) === 0
  })
}

async function noteDownload(
  context: Context,
  { uuid, name, cart_id: cartId }: StoredArchive,
  layout: ArchiveLayout,
  asker: Identity,
): Promise<void> {
  // Whoever has the address takes it: it counts for whom it was made.
  const actor = { identity: asker, request: context.request }
  for (const id of assetsOf(layout))
    context.usage.note(actor, { kind: 'download', resource: itemResource, id })
  await countDownload(context.database, uuid)
  const target = cartId === null ? {} : { target: { resource: 'cart', id: cartId, name } }
  await recordAudit(context, context.database, {
    kind: 'archive.downloaded',
    ...target,
    after: { name, files: layout.entryCount, sizeBytes: layout.sizeBytes },
  })
}

/**
 * Rights to single files are asked this often while an archive is sent, however often anything changes
 * meanwhile.
 */
const askEveryMs = 5000

/**
 * An archive that has not ended, with its share, its cart, its maker, or its time.
 * @throws archive_not_found
 */
export async function requireArchive(services: Services, uuid: string): Promise<StoredArchive> {
  return (await openArchiveOf(services, uuid)).archive
}

async function openArchiveOf(
  services: Services,
  uuid: string,
): Promise<{ archive: StoredArchive; asker: Identity }> {
  const archive = await selectArchive(services.database, uuid)
  const asker = archive && (await askerOfArchive(services, archive))
  if (!archive || !asker) throw new ApiError('archive_not_found')
  return { archive, asker }
}

/**
 * Whom an archive was made for, with what they may today; undefined where the share or the account has ended.
 */
async function askerOfArchive(
  services: Services,
  { share_id, maker }: StoredArchive,
): Promise<Identity | undefined> {
  if (share_id !== null) {
    const open = await findShare(services, share_id)
    return open && askerOf(open.visitor)
  }
  const account = await findAccount(services.database, maker)
  return account && { ...account, session: { key: '', csrfToken: '', cookie: false } }
}

/**
 * How many of the files of an archive whoever it was made for may no longer see or take; all of them where
 * they may see watermarked pictures alone by now.
 */
async function countLost(
  services: Services,
  asker: Identity,
  layout: ArchiveLayout,
  isMarked: boolean,
): Promise<number> {
  const ids = assetsOf(layout)
  if (isWatermarked(asker) && !isMarked) return ids.length
  const { visible, downloadable } = await compileItemRights(services, asker)
  const [revisions] = await revisionsOf(
    services.database,
    { resource: itemResource, ids, conditions: [allOf(visible, downloadable)] },
    columnsOf(services),
  )
  return ids.length - (revisions?.filter((revision) => revision !== 0).length ?? 0)
}

/** What is sent of a layout: all of it, or a file in it. */
interface Body extends Pick<ByteSource, 'etag' | 'mediaType' | 'fileName'> {
  readonly start: number
  readonly endExclusive: number
}

export function bodyOfArchive({ etag, sizeBytes }: ArchiveLayout, name: string): Body {
  return { etag, mediaType: 'application/zip', fileName: `${name}.zip`, start: 0, endExclusive: sizeBytes }
}

function bodyOfFile({ etag }: ArchiveLayout, { name, start, endExclusive }: FileInArchive): Body {
  const mediaType = mediaTypeOfExtension(extname(name).slice(1).toLowerCase())?.mediaType
  return {
    etag: etag.replace(/"$/, '-file"'),
    mediaType: mediaType ?? 'application/octet-stream',
    fileName: name,
    start,
    endExclusive,
  }
}

/**
 * The bytes of a layout, or of a file in it. `onStart` is called when a download begins: what is resumed does
 * not begin again.
 */
export function archiveSource(
  services: Services,
  { etag, mediaType, fileName, start: offset, endExclusive: end }: Body,
  lastModifiedAt: Date,
  layout: ArchiveLayout,
  onStart?: () => Promise<void>,
): ByteSource {
  return {
    sizeBytes: end - offset,
    etag,
    lastModifiedAt,
    mediaType,
    fileName,
    disposition: 'attachment',
    cacheControl: 'private, no-cache',
    open: (start, endExclusive) => {
      if (start === 0)
        onStart?.().catch((error: unknown) => {
          services.log.warn({ error: String(error) }, 'A download was not noted')
        })
      return openArchive(layout, services.blobs.join, offset + start, offset + endExclusive)
    },
  }
}

async function layoutOf(services: Services, etag: string): Promise<ArchiveLayout> {
  const cached = services.archiveCaches.layouts.get(etag)
  if (cached) return cached
  const encoded = await selectLayout(services.database, etag)
  if (!encoded) throw new ApiError('archive_not_found')
  const layout = decodeArchiveLayout(encoded)
  services.archiveCaches.layouts.set(etag, layout)
  return layout
}
