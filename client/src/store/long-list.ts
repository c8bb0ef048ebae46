/** A list that never changes and grows cheaply: a longer one shares its items with the one it was made of. */
export interface LongList<Item> {
  readonly length: number
  at(index: number): Item | undefined
  /** This list with items after it: costs what is appended, however long the list is. */
  append(items: readonly Item[]): LongList<Item>
  /** This list with other items at some places. */
  replace(changes: ReadonlyMap<number, Item>): LongList<Item>
  /** The items as an array, made when it is first asked for. */
  toArray(): readonly Item[]
}

/** A list of these items. @source DESIGN "Speed": cost of a page appended flat */
export function longList<Item>(items: readonly Item[] = []): LongList<Item> {
  // One by one: an array that has grown has room at its end, so that the next page does not copy it.
  const own: Item[] = []
  for (const item of items) own.push(item)
  return viewOf(own, own.length)
}

/**
 * The first `length` items of an array that only ever grows at its end: what a list shows of it stays as it
 * is.
 */
function viewOf<Item>(shared: Item[], length: number): LongList<Item> {
  let array: readonly Item[] | undefined
  const list: LongList<Item> = {
    length,
    at: (index) => (index < length ? shared[index] : undefined),
    append(items) {
      if (items.length === 0) return list
      // Another list has grown out of this one already: the end of the array is its, not ours.
      const own = shared.length === length ? shared : shared.slice(0, length)
      for (const item of items) own.push(item)
      return viewOf(own, own.length)
    },
    replace(changes) {
      if (changes.size === 0) return list
      const own = shared.slice(0, length)
      for (const [index, item] of changes) own[index] = item
      return viewOf(own, length)
    },
    toArray: () => (array ??= shared.slice(0, length)),
  }
  return list
}
