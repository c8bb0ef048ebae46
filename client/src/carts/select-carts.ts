import type { Cart } from '@cartouche/contract'

/** Which carts are shown, in which order. */
export interface CartSelection {
  /** Part of the name, in any case; `*` stands for anything. */
  readonly name?: string
  readonly whose?: 'mine' | 'others'
  /** `total`: count of items. */
  readonly sortBy?: 'id' | 'name' | 'total' | 'modified'
  readonly direction?: 'asc' | 'desc'
}

/**
 * The carts that a selection asks for; by id, last first, unless said otherwise.
 * @source portal §5: filtering is case-insensitive on name with * as a wildcard; sorting
 */
export function selectCarts(carts: readonly Cart[], { name = '', whose, sortBy = 'id', direction = 'desc' }: CartSelection): readonly Cart[] {
  const matches = nameFilter(name)
  const sign = direction === 'asc' ? 1 : -1
  return carts
    .filter((cart) => matches(cart.name) && (whose === undefined || cart.isMine === (whose === 'mine')))
    .toSorted((left, right) => sign * (compare(left[sortBy], right[sortBy]) || left.id - right.id))
}

/** A filter on names: in any case, `*` for anything, anywhere in the name. @source portal §5 */
export function nameFilter(filter: string): (name: string) => boolean {
  const parts = filter.trim().toLocaleLowerCase().split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
  const pattern = new RegExp(parts.join('.*'), 's')
  return (name) => pattern.test(name.toLocaleLowerCase())
}

function compare(left: string | number, right: string | number): number {
  return typeof left === 'number' && typeof right === 'number' ? left - right : String(left).localeCompare(String(right))
}
