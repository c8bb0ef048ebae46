import { z } from 'zod'
import { anyList, id, idList, jsonOr, readId } from '../parameters.ts'
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
  query: z.record(z.string(), z.unknown()).optional(),
  fulltext: z.string().max(1000).optional(),
  fulltextMode: z.enum(['should', 'must']).optional(),
})
export type FollowedQuery = z.output<typeof FollowedQuery>

/** A search whose hits of today come into a cart, in its order. */
export const FoundQuery = FollowedQuery.extend({ orderby: z.string().max(200).optional() })
export type FoundQuery = z.output<typeof FoundQuery>

/** An item in a list: resource type and id; where it was asked for the whole record. */
export const CartItem = z.looseObject({ type: z.string(), id: z.number() })
export type CartItem = z.output<typeof CartItem>

/** Items as a map of resource type to ids, or as a list with `output=list`. @source wire facts "Carts" */
export const CartItems = z.union([z.record(z.string(), z.array(z.number())), z.array(CartItem)])

/** A record of an item, with the type that items have. */
const ItemRecord = Asset.extend({ type: z.string() })

/**
 * A cart. `modified` changes on every edit; `permissions` says what the surfer may do with it; `total` counts
 * items (also those that the surfer cannot see), `sizeBytes` their originals; `permissions.people` says who
 * changes its people and gives it away.
 * @source portal §3 Cart
 */
export const Cart = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  fulltext: z.string().optional(),
  status: z.string(),
  private: z.boolean(),
  isMine: z.boolean(),
  isEditable: z.boolean(),
  permissions: z.object({
    edit: z.boolean(),
    delete: z.boolean(),
    share: z.boolean(),
    download: z.boolean(),
    people: z.boolean(),
  }),
  owner: UserLink,
  collaborators: z.array(Collaborator),
  type: z.string(),
  expires: z.string().nullable(),
  modified: z.string(),
  version: z.number(),
  total: z.number(),
  sizeBytes: z.number(),
  content: z.enum(cartContents),
  followed: FollowedQuery.nullable(),
  /** Up to four items for a cover: the chosen one, then the first. */
  cover: z.array(CartItem),
  /** The item that was chosen for the cover. */
  coverItem: CartItem.nullable(),
  /** Its active links: how many, and when the next of them ends; null for whoever may not share it. */
  shares: z.object({ living: z.number(), nextEndAt: z.string().nullable() }).nullable(),
  items: CartItems,
})
export type Cart = z.output<typeof Cart>

/**
 * A cart as it travels: its `id` is a text, by which existing clients know a cart again that they have read
 * before.
 * @source wire facts "Carts"
 */
export const CartAnswer = Cart.extend({ id: z.string() })
export type CartAnswer = z.output<typeof CartAnswer>

/** A map of resource type to the records of items, each with its `type`. */
export const ItemRecords = z.record(z.string(), z.array(ItemRecord))

/** A cart whose items are their whole records, in either form. @source wire facts "Carts" */
export const CartWithRecords = CartAnswer.extend({ items: z.union([CartItems, ItemRecords]) })
export type CartWithRecords = z.output<typeof CartWithRecords>

const maxItems = 100_000
const maxTypeLength = 64

/** Room for so many items, as pairs with their places. */
export const itemsBodyBytes = 4 * 1024 * 1024

/** A pair as it is sent: what a client may write. */
export interface PairInput {
  readonly type: string
  readonly id: number | string
  readonly position?: number | string | undefined
}

/** Pairs of type and id, each with a place where it has one. */
const Pairs = anyList<PairInput>({ type: 'object' }, maxItems).transform((list, context) => {
  const found = list.map(readPair)
  const at = found.indexOf(undefined)
  if (at < 0) return found.filter((pair) => pair !== undefined)
  context.addIssue({ code: 'custom', message: 'a type and an id are expected', path: [at] })
  return z.NEVER
})

function readPair(pair: unknown): PlacedItem | undefined {
  if (typeof pair !== 'object' || pair === null || !('type' in pair) || !('id' in pair)) return undefined
  const { type } = pair
  const itemId = readId(pair.id)
  if (typeof type !== 'string' || type.length > maxTypeLength || itemId === 0) return undefined
  if (!('position' in pair) || pair.position === undefined) return { type, id: itemId }
  const position = Number(pair.position)
  return Number.isSafeInteger(position) && position >= 0 ? { type, id: itemId, position } : undefined
}

/**
 * Items as clients send them: a map of type to ids, or a list of type/id pairs; JSON text where the body is a
 * form. Parsed to pairs in order.
 */
export const ItemsInput = jsonOr(
  z.union([
    Pairs,
    z
      .record(z.string().max(maxTypeLength), z.union([idList, id.transform((one) => [one])]))
      .refine(
        (map) => Object.values(map).reduce((sum, list) => sum + list.length, 0) <= maxItems,
        `at most ${maxItems} items`,
      )
      .transform((map) =>
        Object.entries(map).flatMap(([type, list]) => list.map((item): PlacedItem => ({ type, id: item }))),
      ),
  ]),
)
export type ItemReference = { readonly type: string; readonly id: number }
/** An item, and where it shall stand among those that the surfer sees: 0 is the first place. */
export type PlacedItem = ItemReference & { readonly position?: number }
