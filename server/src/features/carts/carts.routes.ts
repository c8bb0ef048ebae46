import type { Routes } from '../../access/handler.ts'
import { addCartItems, listCartItems, moveCartItems, removeCartItems } from './cart-items.ts'
import { addCartCollaborators, leaveCart, removeCartCollaborators, transferCart } from './cart-people.ts'
import { createCart } from './create-cart.ts'
import { deleteCart } from './delete-cart.ts'
import { editCart } from './edit-cart.ts'
import { getCartUserProfile } from './get-cart-user-profile.ts'
import { arrangeLightTable, getLightTable } from './light-table.ts'
import { getCartItemPlayer, getCartItemVariation } from './item-preview.ts'
import { listCarts } from './list-carts.ts'
import { viewCart } from './view-cart.ts'

/** Carts. */
export const cartRoutes = {
  getCartUserProfile,
  listCarts,
  viewCart,
  listCartItems,
  createCart,
  editCart,
  addCartItems,
  moveCartItems,
  getLightTable,
  arrangeLightTable,
  removeCartItems,
  deleteCart,
  addCartCollaborators,
  removeCartCollaborators,
  leaveCart,
  transferCart,
  getCartItemVariation,
  getCartItemPlayer,
} satisfies Routes<
  | 'getCartUserProfile'
  | 'listCarts'
  | 'viewCart'
  | 'listCartItems'
  | 'createCart'
  | 'editCart'
  | 'addCartItems'
  | 'moveCartItems'
  | 'getLightTable'
  | 'arrangeLightTable'
  | 'removeCartItems'
  | 'deleteCart'
  | 'addCartCollaborators'
  | 'removeCartCollaborators'
  | 'leaveCart'
  | 'transferCart'
  | 'getCartItemVariation'
  | 'getCartItemPlayer'
>
