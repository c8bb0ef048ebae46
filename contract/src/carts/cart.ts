import { z } from 'zod'
import { id, jsonOr } from '../parameters.ts'
import { Asset } from '../entities/entity.ts'

const UserLink = z.object({ id: z.number(), name: z.string() })

/** An item in a list: resource type and id; with `detailedItems` the whole record. */
export const CartItem = z.looseObject({ type: z.string(), id: z.number() })
export type CartItem = z.output<typeof CartItem>

/** Items as a map of resource type to ids, or as a list with `output=list`. @source wire facts "Carts" */
export const CartItems = z.union([z.record(z.string(), z.array(z.number())), z.array(CartItem)])

/**
 * A cart. `modified` changes on every edit; `permissions` says what the surfer may do with it; `total` counts items
 * (also those that the surfer cannot see), `sizeBytes` their originals.
 * @source portal §3 Cart
 */
export const Cart = z.object({
  id: z.number(), name: z.string(), description: z.string(), fulltext: z.string().optional(), status: z.string(),
  private: z.boolean(), isMine: z.boolean(), isEditable: z.boolean(),
  permissions: z.object({ edit: z.boolean(), delete: z.boolean(), share: z.boolean(), download: z.boolean() }),
  owner: UserLink, collaborators: z.array(UserLink),
  type: z.string(), expires: z.string().nullable(), modified: z.string(), version: z.number(),
  total: z.number(), sizeBytes: z.number(),
  /** Ids of up to four first items, for a cover. */
  cover: z.array(CartItem),
  items: CartItems,
  detailedItems: z.union([z.record(z.string(), z.array(Asset)), z.array(Asset)]).optional(),
})
export type Cart = z.output<typeof Cart>

const PairItem = z.looseObject({ type: z.string().max(64), id })

/** Items as clients send them: a map of type to ids, or a list of type/id pairs; JSON text where the body is a form. Parsed to pairs in order. */
export const ItemsInput = jsonOr(z.union([
  z.array(PairItem).max(100_000).transform((pairs) => pairs.map(({ type, id: itemId }) => ({ type, id: itemId }))),
  z.record(z.string().max(64), z.union([z.array(z.union([id, z.looseObject({ id })])), id]))
    .transform((map) => Object.entries(map).flatMap(([type, ids]) =>
      (Array.isArray(ids) ? ids : [ids]).map((item) => ({ type, id: typeof item === 'number' ? item : item.id })))),
]))
export type ItemReference = { readonly type: string; readonly id: number }
