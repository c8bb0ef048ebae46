import { ApiError, type SharedCart } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { may } from '../../access/decide.ts'
import type { Visitor } from '../../access/identity.ts'
import { organisationOf } from '../../people/branding/read-branding.ts'
import { cartViewerOf, itemResource } from '../carts/cart-viewer.ts'
import { readCart } from '../carts/read-carts.ts'
import { listPlaced } from '../carts/light-table.sql.ts'
import { readItems } from '../carts/read-items.ts'
import { labelIn } from '../../model/schemas/schema.ts'
import type { OpenShare } from './find-visitor.ts'
import { askerOf, openShare } from './require-share.ts'
import { uploadTermsOf, type StoredShare } from './shares.sql.ts'
import { createTicket } from './ticket.ts'
import { logVisit } from '../../access/audit/visitors.ts'

/**
 * The shared cart, with those of its items that the sharer may see today. A share of the archive alone names
 * how many they are, and nothing of them.
 * @throws share_not_found
 */
export async function viewShare(context: Context): Promise<SharedCart> {
  const open = await openShare(context)
  const actor = { identity: open.visitor, request: context.request }
  context.usage.note(actor, { kind: 'share', resource: 'cart', id: open.share.cart_id })
  const ticket = await createTicket(context, open.share)
  const [answer] = await Promise.all([
    context.shareCaches.views(`${ticket} ${context.locale}`, async () => ({
      ...(await readShare(context, open)),
      ticket,
    })),
    logVisit(context, open.share.id, 'view'),
  ])
  return answer
}

async function readShare(
  context: Context,
  { share, visitor, access, given }: OpenShare,
): Promise<Omit<SharedCart, 'ticket'>> {
  const viewer = await cartViewerOf(context, askerOf(visitor))
  const cart = await readCart(context, { ...viewer, may: { ...viewer.may, view: access } }, share.cart_id)
  if (!cart) throw new ApiError('share_not_found')
  const items = share.mode === 'zip' ? [] : cart.items
  return {
    id: share.id,
    cart: cart.id,
    name: share.name,
    description: share.description,
    cartDescription: share.mode === 'zip' ? '' : cart.description,
    organisation: await organisationOf(context),
    sharer: visitor.sharer.name,
    expires: share.expires_at.toISOString(),
    actions: share.actions.filter((action) => action !== 'upload' || maySend(visitor)),
    mode: share.mode,
    profile: share.profile,
    profiles:
      given?.profiles.map(({ code, names }) => ({ code, name: nameOf(names, context.locale, code) })) ?? null,
    largest: visitor.largest,
    total: cart.items.length,
    items: {
      [itemResource]: (await readItems(context, items)).map((record) => ({ ...record, type: itemResource })),
    },
    lightTable: share.mode === 'zip' ? [] : await listPlaced(context.database, cart.id, items),
    sizeBytes: cart.size_bytes,
    uploads: uploadsFor(context, share, visitor),
  }
}

function nameOf(names: Readonly<Record<string, string>>, locale: string, code: string): string {
  return labelIn({ en: names['en'] ?? code, fr: names['fr'] ?? names['en'] ?? code }, locale)
}

/** Whether the share takes files, and its sharer may start imports today. */
const maySend = (visitor: Visitor): boolean => may(visitor, 'massimportjob', 'uploadInShare')

function uploadsFor({ settings }: Context, share: StoredShare, visitor: Visitor): SharedCart['uploads'] {
  const terms = uploadTermsOf(share)
  return terms && maySend(visitor) ? { ...terms, maxFileBytes: settings.uploadMaxBytes } : null
}
