/** What a change took away and what it brought. */
export interface ChangedValues {
  readonly gone: readonly unknown[]
  readonly come: readonly unknown[]
}

/**
 * A field before and after, undefined where there was none; of lists, such as the grants of a role, the items
 * that differ alone.
 */
export function changedValues(before: unknown, after: unknown): ChangedValues {
  if (Array.isArray(before) && Array.isArray(after))
    return { gone: without(before, after), come: without(after, before) }
  return { gone: before === undefined ? [] : [before], come: after === undefined ? [] : [after] }
}

/** Items of one list that another has not; as often as it has more of them. */
function without(items: readonly unknown[], others: readonly unknown[]): unknown[] {
  const rest = others.map((other) => JSON.stringify(other))
  return items.filter((item) => {
    const at = rest.indexOf(JSON.stringify(item))
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
}
