import { isApiError } from '@cartouche/contract'
import type { Services } from '../access/context.ts'
import type { Identity } from '../access/identity.ts'
import { encodeArchiveLayout, type ArchiveLayout } from '../archive/archive-layout.ts'
import { ensureRendition } from '../renditions/ensure-rendition.ts'
import { findAccount } from '../session/account.ts'
import { findShare } from '../shares/find-visitor.ts'
import type { ArchiveWish } from './archive-wish.ts'
import { selectArchive, updateFailure, updateLayout, type ArchivedCart, type StoredArchive } from './archives.sql.ts'
import { buildArchive } from './build-archive.ts'
import { getDownloadableCart, getSharedCart } from './get-archived-cart.ts'
import { keepLayout } from './get-archive.ts'
import { requireSize } from './give-archive.ts'

/** How many renditions are asked for at once; how many are made at once is decided where they are made. */
const askedAtOnce = 4

/**
 * Makes an archive ready that was given out before all in it was made. Done again, it changes nothing. Where it cannot be, because it came out too large
 * or empty, that is kept, so that its client stops waiting.
 */
export async function prepareArchive(services: Services, uuid: string, signal: AbortSignal): Promise<void> {
  const archive = await selectArchive(services.database, uuid)
  if (!archive || archive.is_ready || archive.failure) return
  try {
    const order = await findOrder(services, archive)
    if (!order) return
    const layout = await makeArchive(services, order.asker, order.cart, archive.wish, signal)
    await updateLayout(services.database, uuid, encodeArchiveLayout(layout))
    keepLayout(services.database, uuid, layout)
  } catch (error) {
    // A failure that passes is tried again; the others are the answer.
    if (!isApiError(error) || error.retry || error.status >= 500) throw error
    await updateFailure(services.database, uuid, { code: error.code, data: error.data })
  }
}

/**
 * Makes all that an archive needs, then lays it out. What cannot be made is left out, with the reason in the manifest.
 * @throws archive_empty, archive_refused, invalid_parameter; the signal's reason
 */
export async function makeArchive(services: Services, asker: Identity, cart: ArchivedCart, wish: ArchiveWish, signal: AbortSignal): Promise<ArchiveLayout> {
  const built = await buildArchive(services, asker, cart, wish)
  if (built.layout) return checked(services, built.layout)
  await makeRenditions(services, built.plan.missing, signal)
  const { layout } = await buildArchive(services, asker, cart, wish, true)
  if (!layout) throw new Error('Something in the archive is still missing after it was made')
  return checked(services, layout)
}

function checked(services: Services, layout: ArchiveLayout): ArchiveLayout {
  requireSize(services, layout)
  return layout
}

async function makeRenditions(services: Services, missing: readonly { readonly sha256: string; readonly name: string }[], signal: AbortSignal): Promise<void> {
  const left = [...missing]
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      signal.throwIfAborted()
      await ensureRendition(services, next.sha256, next.name).catch((error: unknown) => {
        if (!isApiError(error) || error.retry) throw error
      })
    }
  }
  await Promise.all(Array.from({ length: askedAtOnce }, work))
}

/** Who asked, with what they may today; undefined where the share or the account has ended. */
async function findOrder(services: Services, { share_id, maker, cart_id }: StoredArchive): Promise<{ asker: Identity; cart: ArchivedCart } | undefined> {
  if (share_id !== null) {
    const open = await findShare(services, share_id)
    return open && { asker: open.visitor, cart: await getSharedCart(services, open) }
  }
  const account = await findAccount(services.database, maker)
  if (!account) return undefined
  const asker: Identity = { ...account, session: { key: '', csrfToken: '', cookie: false } }
  return { asker, cart: (await getDownloadableCart(services, asker, cart_id)).cart }
}
