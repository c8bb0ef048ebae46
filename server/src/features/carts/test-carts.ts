import type { CallInput, Calls, Cart, CartAnswer, CartWithRecords } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import { cartRoutes as routes } from './carts.routes.ts'

/**
 * The calls of carts, which answer ids as texts, for tests that hand an id on to the next call: there it is a
 * number, once its input is parsed. Items are ids unless records are asked for.
 */
export const cartRoutes = {
  ...routes,
  listCarts: async (context: Context, input: CallInput<Calls['listCarts']>): Promise<Cart[]> =>
    (await routes.listCarts(context, input)).map(withNumber),
  createCart: async (context: Context, input: CallInput<Calls['createCart']>): Promise<[Cart]> => [
    withNumber((await routes.createCart(context, input))[0]),
  ],
  viewCart: numbered((context: Context, input: CallInput<Calls['viewCart']>) =>
    routes.viewCart(context, { records: false, ...input }),
  ),
  listCartItems: numbered(routes.listCartItems),
  editCart: numbered(routes.editCart),
  addCartItems: numbered(routes.addCartItems),
  moveCartItems: numbered(routes.moveCartItems),
  removeCartItems: numbered(routes.removeCartItems),
  addCartCollaborators: numbered(routes.addCartCollaborators),
  removeCartCollaborators: numbered(routes.removeCartCollaborators),
  transferCart: numbered(routes.transferCart),
}

function numbered<Input>(call: (context: Context, input: Input) => Promise<CartAnswer | CartWithRecords>) {
  return async (context: Context, input: Input): Promise<Cart> => withNumber(await call(context, input))
}

function withNumber(cart: CartAnswer | CartWithRecords): Cart {
  return { ...cart, id: Number(cart.id), items: cart.items as Cart['items'] }
}
