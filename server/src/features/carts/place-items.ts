/** An item of a cart where it stands. `isVisible`: to whoever places something. */
export interface StandingItem {
  readonly id: number
  readonly position: number
  readonly isVisible: boolean
}

/**
 * Where items stand from now on. `renumbered`: the whole cart was spaced again, and every item is among them.
 */
export interface Placement {
  readonly positions: ReadonlyMap<number, number>
  readonly renumbered: boolean
}

/** The room between two neighbours at first: twenty times something can be put between the same two. */
export const positionStep = 2 ** 20

/**
 * Puts items at places among those that are visible: 0 is the first, what is beyond the last place is put at
 * the end. Items that come to the same place keep their order. Where two neighbours have no room between them
 * any more, the whole cart is spaced again.
 */
export function placeItems(
  standing: readonly StandingItem[],
  wanted: readonly { readonly id: number; readonly place: number }[],
): Placement {
  const coming = wanted.toSorted((left, right) => left.place - right.place)
  const order: Ordered[] = []
  let seen = 0
  let at = 0
  for (const item of standing) {
    // Those before were put in already, and count: each place is one of the list as it will be.
    while (item.isVisible && at < coming.length && (coming[at]?.place ?? 0) <= seen) {
      order.push({ id: coming[at]?.id ?? 0, position: null })
      at += 1
      seen += 1
    }
    order.push({ id: item.id, position: item.position })
    if (item.isVisible) seen += 1
  }
  return positionsOf([...order, ...coming.slice(at).map(({ id }) => ({ id, position: null }))])
}

/** Puts items, in this order, before another one; at the end where it is null. */
export function moveItems(
  standing: readonly StandingItem[],
  ids: readonly number[],
  before: number | null,
): Placement {
  const moving = new Set(ids)
  const moved = ids.map((id): Ordered => ({ id, position: null }))
  const staying = standing.filter(({ id }) => !moving.has(id))
  const at = before === null ? staying.length : anchorOf(standing, staying, moving, before)
  return positionsOf([...staying.slice(0, at), ...moved, ...staying.slice(at)])
}

/** Where the anchor moves itself, what comes behind it and stays is meant. */
function anchorOf(
  standing: readonly StandingItem[],
  staying: readonly StandingItem[],
  moving: ReadonlySet<number>,
  before: number,
): number {
  const from = standing.findIndex(({ id }) => id === before)
  const anchor = standing.slice(from).find(({ id }) => !moving.has(id))
  return anchor === undefined ? staying.length : staying.indexOf(anchor)
}

type Ordered = { readonly id: number; readonly position: number | null }

function positionsOf(order: readonly Ordered[]): Placement {
  const positions = new Map<number, number>()
  let at = 0
  while (at < order.length) {
    const run = runFrom(order, at)
    if (run > 0) {
      const given = positionsBetween(order[at - 1]?.position ?? 0, order[at + run]?.position ?? null, run)
      if (given === null)
        return {
          positions: new Map(order.map(({ id }, index) => [id, (index + 1) * positionStep])),
          renumbered: true,
        }
      given.forEach((position, index) => positions.set(order[at + index]?.id ?? 0, position))
    }
    at += run + 1
  }
  return { positions, renumbered: false }
}

function runFrom(order: readonly Ordered[], start: number): number {
  let end = start
  while (end < order.length && order[end]?.position === null) end += 1
  return end - start
}

/**
 * Whole numbers between two others, evenly spread; null where there is no room. Behind the last there always
 * is.
 */
function positionsBetween(previous: number, next: number | null, count: number): readonly number[] | null {
  if (next === null) return Array.from({ length: count }, (_, index) => previous + (index + 1) * positionStep)
  const room = (next - previous) / (count + 1)
  return room < 1
    ? null
    : Array.from({ length: count }, (_, index) => previous + Math.floor((index + 1) * room))
}
