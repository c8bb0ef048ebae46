import type { ItemReference } from '@cartouche/contract/wire'

/** Values by item of a cart. */
export interface ItemMap<Value> {
  get(item: ItemReference): Value | undefined
  has(item: ItemReference): boolean
  set(item: ItemReference, value: Value): void
}

/**
 * Creates an empty one. Items are found by their numbers, within their type.
 * @source measured: texts of type and number as keys took 170 ms for one move in a cart of 100,000 items
 */
export function createItemMap<Value>(): ItemMap<Value> {
  const types = new Map<string, Map<number, Value>>()
  return {
    get: ({ type, id }) => types.get(type)?.get(id),
    has: ({ type, id }) => types.get(type)?.has(id) ?? false,
    set({ type, id }, value) {
      const known = types.get(type)
      if (known) known.set(id, value)
      else types.set(type, new Map([[id, value]]))
    },
  }
}

/** Which items are among some. */
export function setOfItems(items: readonly ItemReference[]): Pick<ItemMap<true>, 'has'> {
  const set = createItemMap<true>()
  for (const item of items) set.set(item, true)
  return set
}

/** Whether two references name one item. */
export function isSameItem(one: ItemReference, other: ItemReference): boolean {
  return one.id === other.id && one.type === other.type
}
