import { z } from 'zod'
import { bytes, defineCall } from '../define-call.ts'
import { csv, flag, id, ids, instant, int, jsonOr, splitIds } from '../parameters.ts'
import {
  CartAnswer,
  cartContents,
  cartRights,
  type CartRight,
  CartItem,
  CartWithRecords,
  FollowedQuery,
  FoundQuery,
  ItemsInput,
  itemsBodyBytes,
} from './cart.ts'

const right = z.enum(cartRights)
const Person = z.union([
  id,
  z
    .looseObject({ id, right: right.optional() })
    .transform(({ id: user, right: theirs }): number | { id: number; right: CartRight } =>
      theirs ? { id: user, right: theirs } : user,
    ),
])
/**
 * People by id, or with a right of their own: a list or one alone; JSON text, or ids with commas, where the
 * body is a form.
 */
const People = z.preprocess(
  splitIds,
  jsonOr(z.union([z.array(Person).max(1000), Person.transform((one) => [one])])),
)
/** An address for the mail and the notification: one of this server's, or of an origin that it knows. */
const url = z.string().max(2000).optional()
const content = z.enum(cartContents)
/** The version that a change is based on; a cart changed since then refuses it. */
const version = int.optional()
const expires = z.union([instant, z.literal('').transform(() => null), z.null()])
/** The form of items in the answer. */
const output = z.enum(['list', 'map']).optional()

/** What carts can be sorted by. @source portal §5 */
export const cartOrders = ['id', 'name', 'total', 'modified', 'expires'] as const

export const getCartUserProfile = defineCall({
  name: 'getCartUserProfile',
  method: 'GET',
  path: '/wedia/cart/userProfile',
  access: 'signed-in',
  summary: 'What the surfer may do with carts',
  source: 'portal §3 Cart user profile',
  input: z.object({}),
  answers: z.object({ permissions: z.object({ makePublicBoard: z.boolean() }) }),
  errors: [],
})

export const listCarts = defineCall({
  name: 'listCarts',
  method: 'GET',
  path: '/wedia/cart/listCarts',
  access: 'cart/view',
  summary: 'Own carts, those shared with the surfer and public ones; by default by id, last first',
  source: 'portal §7 Carts, §5 sorting, §9 limits',
  input: z.object({
    output,
    /** One type, or several. */
    type: csv.pipe(z.array(z.string().max(64)).max(50)).optional(),
    /** Name filter, case-insensitive, `*` as a wildcard. */
    name: z.string().max(200).optional(),
    whose: z.enum(['mine', 'others']).optional(),
    private: flag.optional(),
    /** `total`: count of items. */
    sortBy: z.enum(cartOrders).optional(),
    direction: z.enum(['asc', 'desc']).optional(),
    /** Carts that hold this item. */
    withItem: z
      .string()
      .regex(/^\w+:\d+$/)
      .optional(),
    max: int.min(1).max(10_000).optional(),
  }),
  answers: z.array(CartAnswer),
  errors: [],
})

export const viewCart = defineCall({
  name: 'viewCart',
  method: 'GET',
  path: '/wedia/cart/viewCart/{id}',
  access: 'cart/view',
  summary: 'One cart, whose items are their records',
  source: 'portal §7 Carts',
  input: z.object({
    id,
    no_preview: flag.optional(),
    output,
    fulltext: z.string().max(1000).optional(),
    fulltextMode: z.enum(['should', 'must']).optional(),
    /**
     * `false`: items by their ids alone: whoever pages through a huge cart reads the records of each page.
     */
    records: flag.optional(),
  }),
  answers: CartWithRecords,
  errors: ['cart_not_found'],
})

export const listCartItems = defineCall({
  name: 'listCartItems',
  method: 'GET',
  path: '/wedia/cart/listCartItems/{id}',
  access: 'cart/view',
  summary: 'One cart with its items, without their records',
  source: 'portal §7 Carts; wire facts "Carts"',
  input: z.object({ id, output }),
  answers: CartAnswer,
  errors: ['cart_not_found'],
})

export const createCart = defineCall({
  name: 'createCart',
  method: 'POST',
  path: '/wedia/cart/createCart/',
  access: 'cart/create',
  maxBodyBytes: itemsBodyBytes,
  summary: 'Create a cart',
  source: 'portal §5, §7 Carts; wire facts: answers a list of one',
  input: z.object({
    name: z.string().max(500).optional(),
    description: z.string().max(10_000).optional(),
    private: flag.optional(),
    collaborators: People.optional(),
    type: z.string().max(64).optional(),
    expires: expires.optional(),
    items: ItemsInput.optional(),
    /** What this search finds now comes behind the items: a fixed list, which changes no more by itself. */
    found: jsonOr(FoundQuery).optional(),
    output,
    content: content.optional(),
    followed: jsonOr(FollowedQuery).optional(),
  }),
  answers: z.tuple([CartAnswer]),
  errors: [
    'cart_name_missing',
    'cart_name_empty',
    'cart_public_refused',
    'entity_not_found',
    'invalid_parameter',
    'query_syntax',
    'unknown_field',
  ],
})

export const editCart = defineCall({
  name: 'editCart',
  method: 'POST',
  path: '/wedia/cart/editCart/{id}',
  access: 'cart/update',
  summary: 'Change name, description, privacy, type, expiry, cover or content of a cart',
  source: 'portal §5, §7 Carts',
  input: z.object({
    id,
    name: z.unknown().optional(),
    description: z.string().max(10_000).optional(),
    private: flag.optional(),
    expires: expires.optional(),
    type: z.string().max(64).optional(),
    coverItem: jsonOr(CartItem.extend({ id }).nullable()).optional(),
    content: content.optional(),
    followed: jsonOr(FollowedQuery).optional(),
    version,
    output,
  }),
  answers: CartAnswer,
  errors: [
    'cart_not_found',
    'access_denied',
    'cart_name_missing',
    'cart_name_empty',
    'cart_public_refused',
    'version_conflict',
    'entity_not_found',
    'invalid_parameter',
    'query_syntax',
    'unknown_field',
  ],
})

export const addCartItems = defineCall({
  name: 'addCartItems',
  method: 'POST',
  path: '/wedia/cart/addCartItems/{id}',
  access: 'cart/update',
  maxBodyBytes: itemsBodyBytes,
  summary:
    'Add items to a cart, at its end or at a given place; those that it already holds stay where they are',
  source: 'portal §7 Carts',
  input: z.object({
    id,
    items: ItemsInput,
    /**
     * The place of the first of them, among the items that the surfer sees; each item of a list can have a
     * `position` of its own.
     */
    position: int.min(0).optional(),
    output,
  }),
  answers: CartAnswer,
  errors: ['cart_not_found', 'access_denied', 'entity_not_found', 'cart_follows'],
})

export const moveCartItems = defineCall({
  name: 'moveCartItems',
  method: 'POST',
  path: '/wedia/cart/moveCartItems/{id}',
  access: 'cart/update',
  maxBodyBytes: itemsBodyBytes,
  summary: 'Put items of a cart before another one, in the order given; at the end where none is named',
  source: 'decision 0023',
  input: z.object({
    id,
    items: ItemsInput,
    before: jsonOr(CartItem.extend({ id }).nullable()).optional(),
    version,
    output,
  }),
  answers: CartAnswer,
  errors: ['cart_not_found', 'access_denied', 'entity_not_found', 'version_conflict'],
})

export const addCartCollaborators = defineCall({
  name: 'addCartCollaborators',
  method: 'POST',
  path: '/wedia/cart/addCartCollaborators/{id}',
  access: 'cart/people',
  summary:
    'Invite people to a cart, to edit it by default. Who is in it already gets the right that is named',
  source: 'portal §7 Carts, §6',
  input: z.object({ id, collaborators: People, right: right.optional(), url, output }),
  answers: CartAnswer,
  errors: ['cart_not_found', 'access_denied', 'invalid_parameter'],
})

export const removeCartCollaborators = defineCall({
  name: 'removeCartCollaborators',
  method: 'DELETE',
  path: '/wedia/cart/removeCartCollaborators/{id}',
  access: 'cart/people',
  summary: 'Take people out of a cart; what they put in stays',
  source: 'portal §7 Carts, §6',
  input: z.object({ id, collaborators: ids, output }),
  answers: CartAnswer,
  errors: ['cart_not_found', 'access_denied'],
})

export const leaveCart = defineCall({
  name: 'leaveCart',
  method: 'POST',
  path: '/wedia/cart/unsuscribe/{id}',
  access: 'cart/view',
  summary: 'Leave a cart of someone else',
  source: 'portal §7 Carts: spelled so; §6: a collaborator can unsubscribe',
  input: z.object({ id }),
  answers: z.object({ id: z.number(), left: z.literal(true) }),
  errors: ['cart_not_found', 'cart_owner_stays'],
})

export const transferCart = defineCall({
  name: 'transferCart',
  method: 'POST',
  path: '/wedia/cart/transferCart/{id}',
  access: 'cart/people',
  summary: 'Give a cart to someone else; whoever gave it stays in it, and may edit it',
  source: 'decision 0022',
  input: z.object({ id, owner: id, output }),
  answers: CartAnswer,
  errors: ['cart_not_found', 'access_denied', 'invalid_parameter'],
})

const ItemPreview = z.object({
  cartId: id,
  itemId: z.string().max(64),
  ticket: z.string().max(500).optional(),
})
const previewErrors = ['cart_not_found', 'entity_not_found', 'file_missing'] as const

export const getCartItemVariation = defineCall({
  name: 'getCartItemVariation',
  method: 'GET',
  path: '/wedia/cart/itemPreview/variation/{variation}/{cartId}/{itemType}/{itemId}',
  access: 'asset/view',
  summary: 'A rendition of an item of a cart',
  source: 'portal §7 Carts',
  input: ItemPreview.extend({ variation: z.string().max(500), itemType: z.string().max(64) }),
  answers: bytes,
  errors: [...previewErrors, 'rendition_not_found', 'rendition_failed', 'range_not_satisfiable'],
})

export const getCartItemPlayer = defineCall({
  name: 'getCartItemPlayer',
  method: 'GET',
  path: '/wedia/cart/itemPreview/player/{player}/{cartId}/{type}/{itemId}',
  access: 'asset/view',
  summary: 'What shows an item of a cart inside of a page: HTML, and the scripts that it needs',
  source: 'portal §7 Carts, §3 Cart item player data',
  input: ItemPreview.extend({
    player: z.string().max(200),
    type: z.string().max(64),
    width: z.string().max(20).optional(),
    height: z.string().max(20).optional(),
  }),
  answers: z.object({ html: z.string(), javascriptUrls: z.array(z.string()) }),
  errors: previewErrors,
})

export const removeCartItems = defineCall({
  name: 'removeCartItems',
  method: 'DELETE',
  path: '/wedia/cart/removeCartItems/{id}',
  access: 'cart/update',
  maxBodyBytes: itemsBodyBytes,
  summary: 'Take items out of a cart',
  source: 'portal §7 Carts',
  input: z.object({ id, items: ItemsInput, output }),
  answers: CartAnswer,
  errors: ['cart_not_found', 'access_denied'],
})

export const deleteCart = defineCall({
  name: 'deleteCart',
  method: 'DELETE',
  path: '/wedia/cart/deleteCart/{id}',
  access: 'cart/delete',
  summary: 'Delete a cart and end its shares',
  source: 'portal §7 Carts',
  input: z.object({ id }),
  answers: z.object({ id: z.number(), deleted: z.literal(true) }),
  errors: ['cart_not_found', 'access_denied'],
})

export const listDownloadProfiles = defineCall({
  name: 'listDownloadProfiles',
  method: 'GET',
  path: '/wedia/cart/profiles',
  access: 'signed-in',
  summary: 'What an archive can hold: originals or a rendition of each',
  source: 'portal §3 Share profile',
  input: z.object({}),
  answers: z.array(z.object({ code: z.string(), name: z.string() })),
  errors: [],
})

/** What an archive shall hold. @source portal §7 testZipCart, §9 download defaults */
export const ArchiveRequest = z.object({
  profile: z.string().max(64).optional(),
  withContactSheet: flag.optional(),
  withAssetsDescriptions: flag.optional(),
  /** The video of each Live Photo with its picture, as far as it may be seen. Default: false. */
  withLiveVideos: flag.optional(),
  /** Only these items of the cart; everything where it is absent or `{}`. */
  selection: z
    .union([
      z
        .object({})
        .strict()
        .transform(() => undefined),
      z.literal('{}').transform(() => undefined),
      ItemsInput,
    ])
    .optional(),
  sendLinkByEmail: flag.optional(),
  name: z.string().max(500).optional(),
})

/**
 * Why an item is left out: it may not be taken, has no file, has none of this profile, could not be made, or
 * is not (any more) where it was picked.
 */
const leftOutCodes = ['refused', 'no_file', 'no_rendition', 'failed', 'not_there'] as const
export type LeftOutCode = (typeof leftOutCodes)[number]

/** Items that an archive will not hold: how many, and the first hundred with the reason. */
const LeftOutItems = z.object({
  count: z.number(),
  items: z.array(
    z.object({
      type: z.string(),
      id: z.number(),
      name: z.string(),
      code: z.enum(leftOutCodes),
      reason: z.string(),
    }),
  ),
})

/** Size of an archive beside the limits, bytes. `refused` above maxSize, `warn` above warnSize. */
export const ArchiveEstimate = z.object({
  size: z.number(),
  maxSize: z.number(),
  refused: z.boolean(),
  warnSize: z.number(),
  warn: z.boolean(),
  leftOut: LeftOutItems.optional(),
  /** Videos of Live Photos that belong to the items, whether they are wanted or not. */
  liveVideos: z.number().optional(),
})
export type ArchiveEstimate = z.output<typeof ArchiveEstimate>

export const testZipCart = defineCall({
  name: 'testZipCart',
  method: 'POST',
  path: '/wedia/cart/testZipCart/{id}',
  access: 'cart/download',
  maxBodyBytes: itemsBodyBytes,
  summary: 'The size that the archive would have',
  source: 'portal §7 Carts',
  input: ArchiveRequest.extend({ id }),
  answers: ArchiveEstimate,
  errors: ['cart_not_found', 'archive_empty', 'invalid_parameter'],
})

export const zipCart = defineCall({
  name: 'zipCart',
  method: 'POST',
  path: '/wedia/cart/zipCart/{id}',
  access: 'cart/download',
  maxBodyBytes: itemsBodyBytes,
  summary: 'Prepare the archive; answers its uuid',
  source: 'portal §7 Carts; wire facts: a bare JSON string',
  input: ArchiveRequest.extend({ id }),
  answers: z.string(),
  errors: ['cart_not_found', 'archive_refused', 'archive_empty', 'email_missing', 'invalid_parameter'],
})
