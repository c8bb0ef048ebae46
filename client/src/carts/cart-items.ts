import type { CartWithRecords, ItemReference, PlacedItem } from '@cartouche/contract/wire'
import { isSameItem, setOfItems, type ItemMap } from './item-map.ts'

/** Items in a list, from either form of the wire. @source wire facts "Carts" */
export function referencesOf(items: CartWithRecords['items']): readonly ItemReference[] {
  if (Array.isArray(items)) return items.map(({ type, id }) => ({ type, id }))
  return Object.entries<readonly (number | { readonly id: number })[]>(items).flatMap(([type, list]) =>
    list.map((item) => ({ type, id: typeof item === 'number' ? item : item.id })),
  )
}

/** A change of what a cart holds, or of its order. */
export type ItemsEdit =
  | { readonly kind: 'add'; readonly items: readonly PlacedItem[]; readonly position?: number | undefined }
  | { readonly kind: 'remove'; readonly items: readonly ItemReference[] }
  | { readonly kind: 'move'; readonly items: readonly ItemReference[]; readonly before: ItemReference | null }

/**
 * The items as they will be: what the server is going to answer, unless someone else changes the cart
 * meanwhile.
 */
export function applyEdit(items: readonly ItemReference[], edit: ItemsEdit): readonly ItemReference[] {
  if (edit.kind === 'remove') {
    const gone = setOfItems(edit.items)
    return items.filter((item) => !gone.has(item))
  }
  return edit.kind === 'add' ? added(items, edit) : moved(items, edit)
}

function added(
  items: readonly ItemReference[],
  { items: coming, position }: Extract<ItemsEdit, { kind: 'add' }>,
): readonly ItemReference[] {
  const known = setOfItems(itemsAmong(items, coming))
  const wanted = coming
    .filter((item) => !known.has(item))
    .map((item, index) => ({
      type: item.type,
      id: item.id,
      place: item.position ?? (position === undefined ? Number.MAX_SAFE_INTEGER : position + index),
    }))
    .toSorted((left, right) => left.place - right.place)
  const order: ItemReference[] = []
  let at = 0
  for (const item of items) {
    for (let next = wanted[at]; next && next.place <= order.length; next = wanted[at]) {
      order.push({ type: next.type, id: next.id })
      at += 1
    }
    order.push(item)
  }
  return [...order, ...wanted.slice(at).map(({ type, id }) => ({ type, id }))]
}

function moved(
  items: readonly ItemReference[],
  edit: Extract<ItemsEdit, { kind: 'move' }>,
): readonly ItemReference[] {
  const there = setOfItems(itemsAmong(items, edit.items))
  const moving = edit.items.filter((item) => there.has(item))
  const keys = setOfItems(moving)
  const anchor = anchorOf(items, keys, edit.before)
  const staying = items.filter((item) => !keys.has(item))
  const at = anchor === null ? staying.length : staying.findIndex((item) => isSameItem(item, anchor))
  return [...staying.slice(0, at), ...moving, ...staying.slice(at)]
}

/** Where the anchor moves itself, what comes behind it and stays; null at the end. */
function anchorOf(
  items: readonly ItemReference[],
  moving: Pick<ItemMap<true>, 'has'>,
  before: ItemReference | null,
): ItemReference | null {
  if (before === null) return null
  const from = items.findIndex((item) => isSameItem(item, before))
  return from < 0 ? null : (items.slice(from).find((item) => !moving.has(item)) ?? null)
}

/**
 * A move as it is meant on a cart that someone changed meanwhile: before the same item, or where that went,
 * before the next of those that followed it and are there still.
 */
export function rebaseMove(
  edit: Extract<ItemsEdit, { kind: 'move' }>,
  before: readonly ItemReference[],
  now: readonly ItemReference[],
): Extract<ItemsEdit, { kind: 'move' }> {
  const there = setOfItems(now)
  const moving = edit.items.filter((item) => there.has(item))
  if (edit.before === null || there.has(edit.before)) return { ...edit, items: moving }
  const anchor = edit.before
  const keys = setOfItems(moving)
  const from = before.findIndex((item) => isSameItem(item, anchor))
  return {
    ...edit,
    items: moving,
    before: before.slice(from + 1).find((item) => there.has(item) && !keys.has(item)) ?? null,
  }
}

/** Items with the places where they stand, so that they can be put back there. */
export function placesOf(
  items: readonly ItemReference[],
  wanted: readonly ItemReference[],
): readonly PlacedItem[] {
  const keys = setOfItems(wanted)
  return items.flatMap((item, position) => (keys.has(item) ? [{ ...item, position }] : []))
}

/** Which of a list are among some others: of the long list no set is made. */
function itemsAmong(
  items: readonly ItemReference[],
  others: readonly ItemReference[],
): readonly ItemReference[] {
  const wanted = setOfItems(others)
  return items.filter((item) => wanted.has(item))
}
