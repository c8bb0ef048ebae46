import type { ItemReference } from '@cartouche/contract'

/** Where items are moved to: one place on, to an end, or beside another item. */
export type MoveTarget =
  | 'earlier'
  | 'later'
  | 'first'
  | 'last'
  | { readonly id: number; readonly edge: 'before' | 'after' }

/** A move as the cart takes it. */
export interface Move {
  readonly items: readonly ItemReference[]
  readonly before: ItemReference | null
}

/**
 * The move of some items of a cart, which keep their order among themselves; null where it changes nothing.
 */
export function moveTo(
  items: readonly ItemReference[],
  ids: ReadonlySet<number>,
  target: MoveTarget,
): Move | null {
  const moving = items.filter(({ id }) => ids.has(id))
  const staying = items.filter(({ id }) => !ids.has(id))
  if (moving.length === 0 || staying.length === 0) return null
  const before = staying[placeOf(items, staying, ids, target)] ?? null
  const next = [...staying]
  next.splice(before === null ? staying.length : staying.indexOf(before), 0, ...moving)
  return next.every((item, index) => item === items[index]) ? null : { items: moving, before }
}

/** The place among those that stay, before which the others go. */
function placeOf(
  items: readonly ItemReference[],
  staying: readonly ItemReference[],
  ids: ReadonlySet<number>,
  target: MoveTarget,
): number {
  if (target === 'first') return 0
  if (target === 'last') return staying.length
  if (typeof target === 'object') return placeBeside(items, staying, ids, target)
  const first = items.findIndex(({ id }) => ids.has(id))
  const last = items.findLastIndex(({ id }) => ids.has(id))
  // What stays before the first of them, and what before the last: one less, or one more.
  if (target === 'earlier') return Math.max(0, first - 1)
  return Math.min(staying.length, items.slice(0, last).filter(({ id }) => !ids.has(id)).length + 1)
}

function placeBeside(
  items: readonly ItemReference[],
  staying: readonly ItemReference[],
  ids: ReadonlySet<number>,
  { id, edge }: { readonly id: number; readonly edge: 'before' | 'after' },
): number {
  const at = items.findIndex((item) => item.id === id) + (edge === 'after' ? 1 : 0)
  const anchor = items.slice(at).find((item) => !ids.has(item.id))
  return anchor === undefined ? staying.length : staying.indexOf(anchor)
}
