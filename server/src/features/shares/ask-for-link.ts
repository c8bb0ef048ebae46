import type { CallAnswer, CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { SignedIn } from '../../access/identity.ts'
import { withTransaction, type Database } from '../../ground/database/database.ts'
import { notifyByMail } from '../../people/notifications/notify-by-mail.ts'
import { findAccount } from '../../people/session/account.ts'
import { compileCartAccess } from '../carts/cart-scope.ts'
import { findShare, noSession } from './find-visitor.ts'
import { limitVisitors } from './limit-visitors.ts'
import { insertLinkRequest } from './link-requests.sql.ts'
import { countAdmissions, selectAnyShare, selectCartName, type StoredShare } from './shares.sql.ts'

/**
 * Somebody whose link has ended asks its sharer for another one. The answer is the same for a link that never
 * was, one that is open, one that ended, and for somebody who asks too often: it reveals nothing.
 * @source decision 0231
 */
export async function askForLink(
  context: Context,
  { id, ...request }: CallInput<Calls['askForLink']>,
): Promise<CallAnswer<Calls['askForLink']>> {
  const share = await selectAnyShare(context.database, id)
  const sharer = share && (await mayRenew(context, share)) ? share.sharer : undefined
  if (share && sharer?.kind === 'user' && !(await isOpen(context, share)))
    await withTransaction(context.database, async (transaction) => {
      if ((await limitVisitors(transaction, id, context.request, 'link')) > 0) return
      if (await insertLinkRequest(transaction, id, request))
        await notifySharer(context, transaction, { share, sharerId: sharer.id, ...request })
    })
  return { asked: true }
}

/** Whether visitors are let in who were not before. */
async function isOpen(context: Context, { id, uses_max: usesMax }: StoredShare): Promise<boolean> {
  if ((await findShare(context, id)) === undefined) return false
  return usesMax === null || (await countAdmissions(context.database, id)) < usesMax
}

/** Whether its sharer is there and may share the cart still. */
async function mayRenew({ database }: Context, share: StoredShare): Promise<boolean> {
  const sharer = await findAccount(database, share.sharer)
  if (!sharer) return false
  const access = compileCartAccess({ ...sharer, session: noSession } satisfies SignedIn, 'share')
  return (await selectCartName(database, share.cart_id, access)) !== undefined
}

interface Asked {
  readonly share: StoredShare
  readonly sharerId: number
  readonly name: string
  readonly email: string
  readonly message: string
}

async function notifySharer(
  context: Context,
  transaction: Database,
  { share, sharerId, name, email, message }: Asked,
): Promise<void> {
  await notifyByMail(context, transaction, [sharerId], {
    type: 'link_request',
    title: {
      en: `${name} asks for another link to “${share.name}”`,
      fr: `${name} demande un autre lien vers « ${share.name} »`,
    },
    link: `/carts/${share.cart_id}?links=1`,
    data: { cart: share.cart_id, share: share.id },
    quoted: message === '' ? email : `${email}: ${message}`,
    baseUrl: context.request.baseUrl,
  })
}
