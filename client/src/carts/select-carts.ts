import type { Cart } from '@cartouche/contract/wire'

/** Which carts are shown, in which order. */
export interface CartSelection {
  /** Part of the name, in any case; `*` stands for anything. */
  readonly name?: string
  /** `shared`: those of others that they let the user into; `public`: all that are public. */
  readonly whose?: 'mine' | 'others' | 'shared' | 'public'
  /** One of these types; all where none is named. */
  readonly types?: readonly string[]
  /** `total`: count of items. */
  readonly sortBy?: 'id' | 'name' | 'total' | 'modified' | 'expires'
  readonly direction?: 'asc' | 'desc'
}

/**
 * The carts that a selection asks for; by default by id, last first.
 * @source portal §5: filtering is case-insensitive on name with * as a wildcard; sorting
 */
export function selectCarts(
  carts: readonly Cart[],
  { name = '', whose, types = [], sortBy = 'id', direction = 'desc' }: CartSelection,
): readonly Cart[] {
  const matches = nameFilter(name)
  const sign = direction === 'asc' ? 1 : -1
  return carts
    .filter(
      (cart) => matches(cart.name) && isOf(cart, whose) && (types.length === 0 || types.includes(cart.type)),
    )
    .toSorted(
      (left, right) =>
        compareEnds(sortBy, left, right) ||
        sign * (compare(left[sortBy], right[sortBy]) || left.id - right.id),
    )
}

/** A filter on names: in any case, `*` for anything, anywhere in the name. @source portal §5 */
export function nameFilter(filter: string): (name: string) => boolean {
  const parts = filter
    .trim()
    .toLocaleLowerCase()
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
  const pattern = new RegExp(parts.join('.*'), 's')
  return (name) => pattern.test(name.toLocaleLowerCase())
}

function isOf(cart: Cart, whose: CartSelection['whose']): boolean {
  switch (whose) {
    case undefined:
      return true
    case 'mine':
      return cart.isMine
    case 'others':
      return !cart.isMine
    case 'shared':
      return !cart.isMine && cart.private
    case 'public':
      return !cart.private
  }
}

/** What never ends comes last, whatever the direction. */
function compareEnds(sortBy: CartSelection['sortBy'], left: Cart, right: Cart): number {
  return sortBy === 'expires' ? Number(left.expires === null) - Number(right.expires === null) : 0
}

function compare(left: string | number | null, right: string | number | null): number {
  return typeof left === 'number' && typeof right === 'number'
    ? left - right
    : String(left).localeCompare(String(right))
}
