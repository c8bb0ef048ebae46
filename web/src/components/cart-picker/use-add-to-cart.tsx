import { calls, cartsOf, isApiError, readsOf, type Cart } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { loadPart } from '../../connection/load-part.ts'
import { keepLastCart, readLastCart } from './last-cart.ts'

const CartPicker = lazy(async () => ({
  default: (await loadPart(() => import('./cart-picker.tsx'))).CartPicker,
}))

export interface AddToCart {
  /** Adds assets to the last cart, or asks for one. */
  readonly add: (ids: readonly number[], to: 'asked' | 'last') => void
  /** The dialog that asks; stands anywhere in the page. */
  readonly dialog: ReactNode
}

/** Adding assets to carts: says what was done, and what failed. */
export function useAddToCart(): AddToCart {
  const intl = useIntl()
  const client = useClient()
  const navigate = useNavigate()
  const [carts, reads] = [cartsOf(client), readsOf(client)]
  const [asked, setAsked] = useState<readonly number[] | null>(null)

  const announce = (before: Cart | undefined, after: Cart, count: number): void => {
    const added = before === undefined ? count : after.total - before.total
    const id = added > 0 ? 'selection.added' : 'selection.alreadyIn'
    reads.invalidate(calls.listCarts)
    const notice = `cart-${after.id}`
    notifications.hide(notice)
    notifications.show({
      id: notice,
      color: 'green',
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text fz="sm" style={{ overflowWrap: 'anywhere' }} lineClamp={3}>
            {intl.formatMessage({ id }, { count: added > 0 ? added : count, cart: after.name })}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            flex="none"
            onClick={() => {
              notifications.hide(notice)
              void navigate({ to: '/carts/$cartId', params: { cartId: String(after.id) } })
            }}
          >
            {intl.formatMessage({ id: 'assetActions.share.openCart' })}
          </Button>
        </Group>
      ),
    })
  }
  const put = async (cartId: number, ids: readonly number[]): Promise<void> => {
    const before = carts.list.get().carts.find(({ id }) => id === cartId)
    const after = await carts.addItems(
      cartId,
      ids.map((id) => ({ type: 'asset', id })),
    )
    keepLastCart(cartId)
    announce(before, after, ids.length)
  }
  const fail = (error: unknown): void =>
    void notifications.show({ color: 'red', message: errorText(intl, error) })
  const add = (ids: readonly number[], to: 'asked' | 'last'): void => {
    const last = readLastCart()
    if (ids.length === 0) return
    if (to === 'asked' || last === null) return setAsked(ids)
    // The last cart can be gone by now: then it is asked for.
    put(last, ids).catch((error: unknown) =>
      isApiError(error, 'cart_not_found') || isApiError(error, 'access_denied') ? setAsked(ids) : fail(error),
    )
  }
  const create = async (name: string, ids: readonly number[]): Promise<void> => {
    const cart = await carts.createCart({
      name,
      private: true,
      items: ids.map((id) => ({ type: 'asset', id })),
    })
    keepLastCart(cart.id)
    announce(undefined, cart, ids.length)
  }
  const run = (work: Promise<void>): void => {
    setAsked(null)
    work.catch(fail)
  }
  const dialog =
    asked === null ? null : (
      <Suspense>
        <CartPicker
          onClose={() => setAsked(null)}
          onPick={(cart) => run(put(cart.id, asked))}
          onCreate={(name) => run(create(name, asked))}
        />
      </Suspense>
    )
  return { add, dialog }
}
