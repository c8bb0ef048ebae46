import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { flag, id, instant, int, jsonOr } from '../parameters.ts'
import { Cart, CartItems, ItemsInput } from './cart.ts'

const Ids = jsonOr(z.union([z.array(z.union([id, z.looseObject({ id }).transform((user) => user.id)])), id.transform((one) => [one])]))
const expires = z.union([instant, z.literal('').transform(() => null), z.null()])
/** The form of items in the answer. */
const output = z.enum(['list', 'map']).optional()

export const getCartUserProfile = defineCall({
  name: 'getCartUserProfile', method: 'GET', path: '/wedia/cart/userProfile', access: 'signed-in',
  summary: 'What the surfer may do with carts', source: 'portal §3 Cart user profile',
  input: z.object({}), answers: z.object({ permissions: z.object({ makePublicBoard: z.boolean() }) }), errors: [],
})

export const listCarts = defineCall({
  name: 'listCarts', method: 'GET', path: '/wedia/cart/listCarts', access: 'cart/view',
  summary: 'Own carts, those shared with the surfer and public ones, last changed first', source: 'portal §7 Carts',
  input: z.object({
    output, type: z.string().max(64).optional(),
    /** Name filter, case-insensitive, `*` as a wildcard. */
    name: z.string().max(200).optional(),
    /** Carts that hold this item. */
    withItem: z.string().regex(/^\w+:\d+$/).optional(),
    max: int.min(1).max(10_000).optional(),
  }),
  answers: z.array(Cart), errors: [],
})

export const viewCart = defineCall({
  name: 'viewCart', method: 'GET', path: '/wedia/cart/viewCart/{id}', access: 'cart/view',
  summary: 'One cart with the records of its items', source: 'portal §7 Carts',
  input: z.object({ id, no_preview: flag.optional(), output, fulltext: z.string().max(1000).optional() }), answers: Cart, errors: ['cart_not_found'],
})

export const listCartItems = defineCall({
  name: 'listCartItems', method: 'GET', path: '/wedia/cart/listCartItems/{id}', access: 'cart/view',
  summary: 'The items of one cart', source: 'portal §7 Carts',
  input: z.object({ id, output }), answers: CartItems, errors: ['cart_not_found'],
})

export const createCart = defineCall({
  name: 'createCart', method: 'POST', path: '/wedia/cart/createCart/', access: 'cart/create',
  summary: 'Create a cart', source: 'portal §5, §7 Carts; wire facts: answers a list of one',
  input: z.object({
    name: z.string().max(500).optional(), description: z.string().max(10_000).optional(), private: flag.optional(),
    collaborators: Ids.optional(), type: z.string().max(64).optional(), expires: expires.optional(), items: ItemsInput.optional(), output,
  }),
  answers: z.tuple([Cart]), errors: ['cart_name_missing', 'cart_name_empty', 'cart_public_refused', 'entity_not_found', 'invalid_parameter'],
})

export const editCart = defineCall({
  name: 'editCart', method: 'POST', path: '/wedia/cart/editCart/{id}', access: 'cart/update',
  summary: 'Change name, description or privacy of a cart', source: 'portal §5, §7 Carts',
  input: z.object({
    id, name: z.unknown().optional(), description: z.string().max(10_000).optional(), private: flag.optional(), expires: expires.optional(),
    /** The version that the edit is based on; a cart changed since then refuses it. */
    version: int.optional(), output,
  }),
  answers: Cart, errors: ['cart_not_found', 'access_denied', 'cart_name_missing', 'cart_name_empty', 'cart_public_refused', 'version_conflict'],
})

export const addCartItems = defineCall({
  name: 'addCartItems', method: 'POST', path: '/wedia/cart/addCartItems/{id}', access: 'cart/update',
  summary: 'Add items at the end of a cart; those that it holds already stay where they are', source: 'portal §7 Carts',
  input: z.object({ id, items: ItemsInput, output }), answers: Cart, errors: ['cart_not_found', 'access_denied', 'entity_not_found'],
})

export const removeCartItems = defineCall({
  name: 'removeCartItems', method: 'DELETE', path: '/wedia/cart/removeCartItems/{id}', access: 'cart/update',
  summary: 'Take items out of a cart', source: 'portal §7 Carts',
  input: z.object({ id, items: ItemsInput, output }), answers: Cart, errors: ['cart_not_found', 'access_denied'],
})

export const deleteCart = defineCall({
  name: 'deleteCart', method: 'DELETE', path: '/wedia/cart/deleteCart/{id}', access: 'cart/delete',
  summary: 'Delete a cart and end its shares', source: 'portal §7 Carts',
  input: z.object({ id }), answers: z.object({ id: z.number(), deleted: z.literal(true) }), errors: ['cart_not_found', 'access_denied'],
})

export const listDownloadProfiles = defineCall({
  name: 'listDownloadProfiles', method: 'GET', path: '/wedia/cart/profiles', access: 'signed-in',
  summary: 'What an archive can hold: originals or a rendition of each', source: 'portal §3 Share profile',
  input: z.object({}), answers: z.array(z.object({ code: z.string(), name: z.string() })), errors: [],
})

/** What an archive shall hold. @source portal §7 testZipCart, §9 download defaults */
export const ArchiveRequest = z.object({
  profile: z.string().max(64).optional(),
  withContactSheet: flag.optional(), withAssetsDescriptions: flag.optional(),
  /** Only these items of the cart. */
  selection: ItemsInput.optional(),
  sendLinkByEmail: flag.optional(),
  name: z.string().max(500).optional(),
})

/** Size of an archive beside the limits, bytes. `refused` above maxSize, `warn` above warnSize. */
export const ArchiveEstimate = z.object({ size: z.number(), maxSize: z.number(), refused: z.boolean(), warnSize: z.number(), warn: z.boolean() })
export type ArchiveEstimate = z.output<typeof ArchiveEstimate>

export const testZipCart = defineCall({
  name: 'testZipCart', method: 'POST', path: '/wedia/cart/testZipCart/{id}', access: 'cart/download',
  summary: 'The size that the archive would have', source: 'portal §7 Carts',
  input: ArchiveRequest.extend({ id }), answers: ArchiveEstimate, errors: ['cart_not_found', 'archive_empty', 'invalid_parameter'],
})

export const zipCart = defineCall({
  name: 'zipCart', method: 'POST', path: '/wedia/cart/zipCart/{id}', access: 'cart/download',
  summary: 'Prepare the archive; answers its uuid', source: 'portal §7 Carts; wire facts: a bare JSON string',
  input: ArchiveRequest.extend({ id }), answers: z.string(), errors: ['cart_not_found', 'archive_refused', 'archive_empty', 'invalid_parameter'],
})
