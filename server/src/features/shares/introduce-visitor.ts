import { ApiError, type CallAnswer, type CallInput, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { withTransaction } from '../../ground/database/database.ts'
import { createToken, hashToken } from '../../people/session/tokens.ts'
import { limitVisitors } from './limit-visitors.ts'
import { openShare } from './require-share.ts'
import { insertVisitor, selectVisitor, type NamedVisitor } from './share-visitors.sql.ts'

/**
 * A visitor says who they are: nobody checks it. What is answered shows that it is they who come again; the
 * hash of it is kept.
 * @throws share_not_found, share_action_refused, too_many_visitors
 * @source decision 0231
 */
export async function introduceVisitor(
  context: Context,
  { name, email }: CallInput<Calls['introduceVisitor']>,
): Promise<CallAnswer<Calls['introduceVisitor']>> {
  const { share } = await openShare(context)
  if (!share.actions.some((action) => action === 'comment' || action === 'upload'))
    throw new ApiError('share_action_refused', { action: 'comment' })
  const visitor = createToken()
  await withTransaction(context.database, async (transaction) => {
    const seconds = await limitVisitors(transaction, share.id, context.request, 'visitor')
    if (seconds > 0) throw new ApiError('too_many_visitors', { seconds })
    await insertVisitor(transaction, { shareId: share.id, tokenHash: hashToken(visitor), name, email })
  })
  return { visitor, name }
}

/**
 * The visitor of a share who shows a token.
 * @throws visitor_unknown
 */
export async function requireVisitor(
  { database }: Pick<Context, 'database'>,
  shareId: string,
  token: string,
): Promise<NamedVisitor> {
  const visitor = await selectVisitor(database, shareId, hashToken(token))
  if (!visitor) throw new ApiError('visitor_unknown')
  return visitor
}
