import type { Asset, ItemReference, LightTableItem, LightTablePlace } from '@cartouche/contract'
import type { FakeLibrary } from './fake-library.ts'
import type { FakeHandlers } from './fake-routes.ts'

interface Table {
  revision: number
  readonly places: Map<number, { readonly place: LightTablePlace | null; readonly revision: number }>
}

/** Light tables of the fake server. `itemsOf`: what a cart holds. @throws cart_not_found */
export function lightTableHandlers(
  library: FakeLibrary,
  itemsOf: (cart: number) => readonly ItemReference[],
): FakeHandlers {
  const tables = new Map<number, Table>()
  const tableOf = (cart: number): Table => {
    const known = tables.get(cart) ?? { revision: 0, places: new Map() }
    tables.set(cart, known)
    return known
  }
  return {
    getLightTable({ id, since }) {
      const items = itemsOf(id)
      const { revision, places } = tableOf(id)
      return {
        revision,
        items: items
          .filter((item) => since === undefined || (places.get(item.id)?.revision ?? 0) > since)
          .map((item) =>
            toItem(library.get(item.type, item.id) as Asset, places.get(item.id)?.place ?? null),
          ),
      }
    },
    arrangeLightTable({ id, items, onlyUnplaced = false }) {
      const held = new Set(itemsOf(id).map((item) => item.id))
      const table = tableOf(id)
      const placed = items.filter(
        (item) => held.has(item.id) && !(onlyUnplaced && table.places.get(item.id)?.place),
      )
      table.revision += 1
      for (const item of placed) table.places.set(item.id, { place: item.place, revision: table.revision })
      return { revision: table.revision, items: placed }
    },
  }
}

function toItem(
  { $resource: type, id, name, width, height, blurhash = null }: Asset,
  place: LightTablePlace | null,
): LightTableItem {
  return { type, id, name, ratio: width && height ? width / height : 1.4, blurhash, place }
}
