import { isApiError } from '@cartouche/contract'
import type { Services } from '../../ground/services.ts'
import { isWatermarked, type Identity } from '../../access/identity.ts'
import type { ArchiveLayout } from '../archive/archive-layout.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { findAccount } from '../../people/session/account.ts'
import { findShare } from '../shares/find-visitor.ts'
import { askerOf } from '../shares/require-share.ts'
import { keepTexts } from './archive-text.ts'
import type { ArchiveOptions } from './archive-options.ts'
import {
  selectArchive,
  selectArchivedList,
  updateFailure,
  updateLayout,
  updateProgress,
  type ArchiveSubject,
  type StoredArchive,
} from './archives.sql.ts'
import { buildArchive, type LaidOutArchive } from './build-archive.ts'
import { getDownloadableCart, getSharedCart } from './get-archived-cart.ts'
import { requireSize } from './create-archive.ts'
import { makeMissing, type OnProgress } from './make-missing.ts'
import { announceArchive, notifyMaker } from './notify-maker.ts'

/**
 * Makes an archive ready that was given out before all in it was made, and notifies its maker. Done again, it
 * changes nothing. Where it cannot be, because it came out too large or empty, that is kept, so that its
 * client stops waiting. Cancelled, it stops.
 */
export async function prepareArchive(services: Services, uuid: string, signal: AbortSignal): Promise<void> {
  const archive = await selectArchive(services.database, uuid)
  if (!archive || archive.layout_etag !== null || archive.failure) return
  const cancelled = new AbortController()
  try {
    const order = await findOrder(services, archive)
    if (!order) return
    const onProgress: OnProgress = async (done, total) => {
      if (!(await updateProgress(services.database, uuid, done, total))) cancelled.abort()
    }
    const layout = await makeArchive(
      services,
      order.asker,
      order.subject,
      archive.options,
      AbortSignal.any([signal, cancelled.signal]),
      onProgress,
    )
    await keepReady(services, archive, layout, isWatermarked(order.asker))
  } catch (error) {
    if (cancelled.signal.aborted) return
    // A failure that passes is tried again; the others are the answer.
    if (!isApiError(error) || error.retry || error.status >= 500) throw error
    await updateFailure(services.database, uuid, { code: error.code, data: error.data })
    await announceArchive(services.database, { uuid, maker: archive.maker, shareId: archive.share_id })
  }
}

async function keepReady(
  services: Services,
  archive: StoredArchive,
  layout: ArchiveLayout,
  isMarked: boolean,
): Promise<void> {
  const { uuid, name, maker, share_id: shareId, mail_base_url: mailBaseUrl, expires_at: expiresAt } = archive
  await withTransaction(services.database, async (transaction) => {
    await updateLayout(transaction, uuid, layout, isMarked)
    await notifyMaker(services, transaction, { uuid, name, maker, shareId, mailBaseUrl, expiresAt })
  })
  // Whoever was notified is about to ask for it.
  services.archiveCaches.layouts.set(layout.etag, layout)
}

/**
 * Makes all that an archive needs, then lays it out. What cannot be made is left out, with the reason in the
 * manifest.
 * @throws archive_empty, archive_refused, invalid_parameter; the signal's reason
 */
export async function makeArchive(
  services: Services,
  asker: Identity,
  subject: ArchiveSubject,
  options: ArchiveOptions,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<ArchiveLayout> {
  // What is written into renditions is known when they are there.
  for (let round = 0; round < 2; round++) {
    const built = await buildArchive(services, asker, subject, options)
    if (built.layout) return keepArchive(services, built)
    if (built.plan.missing.length > 0)
      await makeMissing(services, built.plan.missing, options, signal, onProgress)
  }
  const rebuilt = await buildArchive(services, asker, subject, options, true)
  if (!rebuilt.layout) throw new Error('Something in the archive is still missing after it was made')
  return keepArchive(services, rebuilt)
}

async function keepArchive(services: Services, { layout, toKeep }: LaidOutArchive): Promise<ArchiveLayout> {
  requireSize(services, layout)
  await keepTexts(services, toKeep)
  return layout
}

/** Who asked, with what they may today; undefined where the share, the list or the account has ended. */
async function findOrder(
  services: Services,
  { share_id, maker, cart_id, list_uuid, name }: StoredArchive,
): Promise<{ asker: Identity; subject: ArchiveSubject } | undefined> {
  if (share_id !== null) {
    const open = await findShare(services, share_id)
    return open && { asker: askerOf(open.visitor), subject: await getSharedCart(services, open) }
  }
  const account = await findAccount(services.database, maker)
  if (!account) return undefined
  const asker: Identity = { ...account, session: { key: '', csrfToken: '', cookie: false } }
  if (cart_id !== null) return { asker, subject: (await getDownloadableCart(services, asker, cart_id)).cart }
  const list = await selectArchivedList(services.database, list_uuid ?? '', maker)
  return list && { asker, subject: { ...list, name } }
}
