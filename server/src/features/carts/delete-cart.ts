import type { CallInput, Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { requireAction } from '../../access/decide.ts'
import { selectCartName } from '../../access/audit/audit.sql.ts'
import { recordAudit } from '../../access/audit/record-audit.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { announce } from '../../people/live/announce.ts'
import { selectPeople } from './cart-people.sql.ts'
import { cartViewerOf } from './cart-viewer.ts'
import { deleteCartRow } from './carts.sql.ts'
import { refuseCart } from './refuse-cart.ts'

/**
 * Deletes a cart; its shares and every address given out under them end with it.
 * @throws cart_not_found, sign_in_needed, access_denied
 */
export async function deleteCart(
  context: Context,
  { id }: CallInput<Calls['deleteCart']>,
): Promise<{ id: number; deleted: true }> {
  requireAction(context.identity, 'cart', 'delete')
  const viewer = await cartViewerOf(context, context.identity)
  await withTransaction(context.database, async (transaction) => {
    const people = await selectPeople(transaction, id)
    const name = await selectCartName(transaction, id)
    if (!(await deleteCartRow(transaction, id, viewer))) throw await refuseCart(context, context.identity, id)
    await recordAudit(context, transaction, { kind: 'cart.deleted', target: { resource: 'cart', id, name } })
    // Whoever looks at it reads it again, and finds it gone.
    await announce(transaction, { kind: 'cart', id, modified: new Date().toISOString() }, people?.users ?? [])
  })
  return { id, deleted: true }
}
