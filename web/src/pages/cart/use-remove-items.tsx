import type { Cart, ItemReference, PlacedItem, PlacedOnTable } from '@cartouche/contract'
import { cartsOf, lightTablesOf, placesOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { FormattedMessage, useIntl } from 'react-intl'
import { offerUndo } from '../../components/undo/offer-undo.tsx'
import { errorText } from '../../translations/error-text.ts'

/**
 * Takes assets out of a cart at once, and offers to put them back where they were: in its order, and on its
 * light table, where that was opened here.
 */
export function useRemoveItems(cart: Cart): (items: readonly ItemReference[]) => Promise<void> {
  const intl = useIntl()
  const client = useClient()
  const [carts, tables] = [cartsOf(client), lightTablesOf(client)]
  const fail = (error: unknown): void => {
    notifications.show({ color: 'red', message: errorText(intl, error) })
    void carts.fetchCart(cart.id).catch(() => undefined)
  }
  const restore = (items: readonly PlacedItem[], onTable: readonly PlacedOnTable[]): void => {
    carts
      .addItems(cart.id, items)
      .then(() => tables.arrange(cart.id, onTable, { onlyUnplaced: true }))
      .then(
        () =>
          notifications.show({
            message: intl.formatMessage({ id: 'cart.restored' }, { count: items.length, cart: cart.name }),
          }),
        fail,
      )
  }
  return async (items) => {
    const places = placesOf(carts.byId.get(String(cart.id)).items, items)
    const removed = new Set(items.map(({ id }) => id))
    const onTable = tables.byId
      .get(String(cart.id))
      .items.filter(({ id, place }) => removed.has(id) && place !== null)
      .map(({ type, id, place }) => ({ type, id, place }))
    try {
      await carts.removeItems(cart.id, items)
    } catch (error) {
      return fail(error)
    }
    offerUndo(<FormattedMessage id="cart.removed" values={{ count: items.length, cart: cart.name }} />, () =>
      restore(places, onTable),
    )
  }
}
