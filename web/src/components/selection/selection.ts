/**
 * Which of a list are selected, and from where a range starts. Ids, so that it survives a change of the
 * list's order.
 */
export interface Selection {
  readonly ids: ReadonlySet<number>
  /** The last one that was chosen by itself. */
  readonly anchor: number | null
}

export const noSelection: Selection = { ids: new Set(), anchor: null }

/** Adds one, or takes it out. */
export function toggle({ ids }: Selection, id: number): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/**
 * Adds all from the anchor up to one, in the order of the list. The anchor stays, so that the range can be
 * drawn again.
 */
export function extendTo({ ids, anchor }: Selection, id: number, order: readonly number[]): Selection {
  const from = anchor === null ? -1 : order.indexOf(anchor)
  const to = order.indexOf(id)
  if (to < 0) return { ids, anchor }
  if (from < 0) return { ids: new Set([...ids, id]), anchor: id }
  return { ids: new Set([...ids, ...order.slice(Math.min(from, to), Math.max(from, to) + 1)]), anchor }
}

/** Adds several at once: those under a drawn rectangle, or all. */
export function add({ ids, anchor }: Selection, more: readonly number[]): Selection {
  return more.every((id) => ids.has(id))
    ? { ids, anchor }
    : { ids: new Set([...ids, ...more]), anchor: anchor ?? more[0] ?? null }
}
