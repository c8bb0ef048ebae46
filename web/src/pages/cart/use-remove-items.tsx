import type { Cart, ItemReference } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'

/** How long a removal can be undone with one click, ms. */
const undoMs = 12_000

/** Takes assets out of a cart at once, and offers to bring them back. */
export function useRemoveItems(cart: Cart): (items: readonly ItemReference[]) => Promise<void> {
  const intl = useIntl()
  const { carts } = useClient()
  const fail = (error: unknown): void => {
    notifications.show({ color: 'red', message: errorText(intl, error) })
    void carts.fetchCart(cart.id).catch(() => undefined)
  }
  const restore = (items: readonly ItemReference[], notice: string): void => {
    notifications.hide(notice)
    carts.addItems(cart.id, items).then(
      () => notifications.show({ message: intl.formatMessage({ id: 'cart.restored' }, { count: items.length, cart: cart.name }) }),
      fail,
    )
  }
  return async (items) => {
    try {
      await carts.removeItems(cart.id, items)
    } catch (error) {
      return fail(error)
    }
    const notice = `removed-${Date.now()}`
    notifications.show({
      id: notice, autoClose: undoMs,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text fz="sm" style={{ overflowWrap: 'anywhere' }} lineClamp={3}><FormattedMessage id="cart.removed" values={{ count: items.length, cart: cart.name }} /></Text>
          <Button size="compact-sm" variant="default" onClick={() => restore(items, notice)}><FormattedMessage id="action.undo" /></Button>
        </Group>
      ),
    })
  }
}
