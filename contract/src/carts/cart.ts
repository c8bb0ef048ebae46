import { z } from 'zod'
import { id, int, jsonOr } from '../parameters.ts'
import { Asset } from '../entities/entity.ts'

const UserLink = z.object({ id: z.number(), name: z.string() })

/** What a collaborator may do: look, or change what is in the cart and its words. */
export const cartRights = ['view', 'edit'] as const
export type CartRight = (typeof cartRights)[number]

/** Someone who shares a cart. */
export const Collaborator = UserLink.extend({ right: z.enum(cartRights) })
export type Collaborator = z.output<typeof Collaborator>

/** What a cart holds: what people put in, the hits of a query, or both. @source portal §3 Cart */
export const cartContents = ['cart', 'cursor', 'both'] as const
export type CartContent = (typeof cartContents)[number]

/** The query that a cart follows, on assets: as `findEntities` takes it. */
export const FollowedQuery = z.object({
  query: z.record(z.string(), z.unknown()).optional(), fulltext: z.string().max(1000).optional(), fulltextMode: z.enum(['should', 'must']).optional(),
})
export type FollowedQuery = z.output<typeof FollowedQuery>

/** An item in a list: resource type and id; with `detailedItems` the whole record. */
export const CartItem = z.looseObject({ type: z.string(), id: z.number() })
export type CartItem = z.output<typeof CartItem>

/** Items as a map of resource type to ids, or as a list with `output=list`. @source wire facts "Carts" */
export const CartItems = z.union([z.record(z.string(), z.array(z.number())), z.array(CartItem)])

/**
 * A cart. `modified` changes on every edit; `permissions` says what the surfer may do with it; `total` counts items
 * (also those that the surfer cannot see), `sizeBytes` their originals; `permissions.people` says who changes its people and gives it away.
 * @source portal §3 Cart
 */
export const Cart = z.object({
  id: z.number(), name: z.string(), description: z.string(), fulltext: z.string().optional(), status: z.string(),
  private: z.boolean(), isMine: z.boolean(), isEditable: z.boolean(),
  permissions: z.object({ edit: z.boolean(), delete: z.boolean(), share: z.boolean(), download: z.boolean(), people: z.boolean() }),
  owner: UserLink, collaborators: z.array(Collaborator),
  type: z.string(), expires: z.string().nullable(), modified: z.string(), version: z.number(),
  total: z.number(), sizeBytes: z.number(),
  content: z.enum(cartContents), followed: FollowedQuery.nullable(),
  /** Up to four items for a cover: the chosen one, then the first. */
  cover: z.array(CartItem),
  /** The item that was chosen for the cover. */
  coverItem: CartItem.nullable(),
  /** Its living links: how many, and when the next of them ends; null for whoever may not share it. */
  shares: z.object({ living: z.number(), nextEndAt: z.string().nullable() }).nullable(),
  items: CartItems,
  detailedItems: z.union([z.record(z.string(), z.array(Asset)), z.array(Asset)]).optional(),
})
export type Cart = z.output<typeof Cart>

const position = int.min(0).max(Number.MAX_SAFE_INTEGER)
const PairItem = z.looseObject({ type: z.string().max(64), id, position: position.optional() })

/** Items as clients send them: a map of type to ids, or a list of type/id pairs; JSON text where the body is a form. Parsed to pairs in order. */
export const ItemsInput = jsonOr(z.union([
  z.array(PairItem).max(100_000).transform((pairs) => pairs.map(({ type, id: itemId, position: place }) => (place === undefined ? { type, id: itemId } : { type, id: itemId, position: place }))),
  z.record(z.string().max(64), z.union([z.array(z.union([id, z.looseObject({ id })])), id]))
    .transform((map) => Object.entries(map).flatMap(([type, ids]) =>
      (Array.isArray(ids) ? ids : [ids]).map((item): PlacedItem => ({ type, id: typeof item === 'number' ? item : item.id })))),
]))
export type ItemReference = { readonly type: string; readonly id: number }
/** An item, and where it shall stand among those that the surfer sees: 0 is the first place. */
export type PlacedItem = ItemReference & { readonly position?: number }

