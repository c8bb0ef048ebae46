/** What stands in an order that numbers give. */
export interface Placed {
  readonly id: number
  readonly order: number
}

/** What an order wants changed: the new number of each record that has to move. */
export type NewOrders = ReadonlyMap<number, number>

/**
 * The numbers that put records into the order of a list, changing as few of them as can be: each keeps its
 * own where it is greater than the one before.
 * @param moved what was moved into its place, and takes a number between its neighbours where there is one
 */
export function ordersFor(records: readonly Placed[], moved: number): NewOrders {
  const changes = new Map<number, number>()
  let last = Number.NEGATIVE_INFINITY
  for (const [at, { id, order }] of records.entries()) {
    const next = records[at + 1]
    const between =
      id === moved && next
        ? last === Number.NEGATIVE_INFINITY
          ? next.order - 1
          : Math.floor((last + next.order) / 2)
        : order
    const wanted = between > last ? between : last + 1
    if (wanted !== order) changes.set(id, wanted)
    last = wanted
  }
  return changes
}

/** A list with one of its records at another place. */
export function moveTo<T extends { readonly id: number }>(
  records: readonly T[],
  id: number,
  index: number,
): T[] {
  const record = records.find((one) => one.id === id)
  const others = records.filter((one) => one.id !== id)
  return record ? [...others.slice(0, index), record, ...others.slice(index)] : others
}
