import type { Cart, ItemReference, PlacedItem } from '@cartouche/contract'
import { cartsOf, placesOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { FormattedMessage, useIntl } from 'react-intl'
import { offerUndo } from '../../components/undo/offer-undo.tsx'
import { errorText } from '../../translations/error-text.ts'

/** Takes assets out of a cart at once, and offers to put them back where they were. */
export function useRemoveItems(cart: Cart): (items: readonly ItemReference[]) => Promise<void> {
  const intl = useIntl()
  const carts = cartsOf(useClient())
  const fail = (error: unknown): void => {
    notifications.show({ color: 'red', message: errorText(intl, error) })
    void carts.fetchCart(cart.id).catch(() => undefined)
  }
  const restore = (items: readonly PlacedItem[]): void => {
    carts
      .addItems(cart.id, items)
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
    try {
      await carts.removeItems(cart.id, items)
    } catch (error) {
      return fail(error)
    }
    offerUndo(<FormattedMessage id="cart.removed" values={{ count: items.length, cart: cart.name }} />, () =>
      restore(places),
    )
  }
}
