import type { Asset, CartAnswer, CartWithRecords } from '@cartouche/contract'
import { itemResource } from './cart-viewer.ts'
import type { StoredCart } from './read-carts.ts'
import { hasFlag } from './seen-carts.sql.ts'

/** How items are written: a map of type to ids, or a list. */
export type ItemsForm = 'list' | 'map' | undefined

/** How many first items stand on a cart's cover. */
const coverItems = 4

/** A cart as it travels. @source portal §3 Cart, wire facts "Carts" */
export function toCart(cart: StoredCart, form: ItemsForm): CartAnswer {
  const { seen } = cart
  return {
    id: String(cart.id),
    name: cart.name,
    description: cart.description,
    status: hasFlag(seen, 'is_expired') ? 'expired' : 'active',
    private: cart.is_private,
    isMine: hasFlag(seen, 'is_mine'),
    isEditable: hasFlag(seen, 'update'),
    permissions: {
      edit: hasFlag(seen, 'update'),
      delete: hasFlag(seen, 'delete'),
      share: hasFlag(seen, 'share'),
      download: hasFlag(seen, 'download'),
      people: hasFlag(seen, 'people'),
    },
    owner: cart.owner,
    collaborators: [...cart.collaborators],
    type: cart.type,
    expires: cart.expires_at?.toISOString() ?? null,
    modified: cart.modified_at.toISOString(),
    version: cart.version,
    total: cart.total,
    sizeBytes: cart.size_bytes,
    content: cart.content,
    followed: cart.followed,
    ...toCover(cart),
    shares: hasFlag(seen, 'share')
      ? { living: cart.shares.living, nextEndAt: cart.shares.next_end_at?.toISOString() ?? null }
      : null,
    items: toItems(cart.items, form),
  }
}

/** A chosen item that went, or that the reader is not allowed to see, gives way to the first ones. */
function toCover({ cover_id: chosen, items }: StoredCart): Pick<CartAnswer, 'cover' | 'coverItem'> {
  const isThere = chosen !== null && items.includes(chosen)
  const first = items.slice(0, coverItems)
  const cover = isThere ? [chosen, ...first.filter((id) => id !== chosen)].slice(0, coverItems) : first
  return {
    cover: cover.map((id) => ({ type: itemResource, id })),
    coverItem: isThere ? { type: itemResource, id: chosen } : null,
  }
}

/** Items as they travel, in order. */
export function toItems(ids: readonly number[], form: ItemsForm): CartAnswer['items'] {
  return form === 'list' ? ids.map((id) => ({ type: itemResource, id })) : { [itemResource]: [...ids] }
}

/** The records of the items as items travel, in order: each says its `type`. */
export function toItemRecords(records: readonly Asset[], form: ItemsForm): CartWithRecords['items'] {
  const typed = records.map((record) => ({ ...record, type: itemResource }))
  return form === 'list' ? typed : { [itemResource]: typed }
}
