import type { Context } from '../../access/context.ts'
import { may } from '../../access/decide.ts'

/** What the user may do with carts. @source portal §3 Cart user profile */
export async function getCartUserProfile({
  identity,
}: Context): Promise<{ permissions: { makePublicBoard: boolean } }> {
  return { permissions: { makePublicBoard: may(identity, 'cart', 'makePublic') } }
}
