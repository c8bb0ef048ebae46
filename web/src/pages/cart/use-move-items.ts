import { cartsOf, type CartSnapshot } from '@cartouche/client'
import type { Cart, ItemReference } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { useWindowEvent } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { moveTo, type Move, type MoveTarget } from './move-target.ts'

/** How items of a cart are moved. */
export interface MoveItems {
  /** Moves items by their ids, at once; `focus`: the one that keeps the focus. */
  readonly move: (ids: ReadonlySet<number>, target: MoveTarget, focus?: number) => void
  /** Puts all items into an order. */
  readonly arrange: (order: readonly ItemReference[]) => void
  /** What was moved where, for screen readers. */
  readonly said: string
  readonly focused: { readonly id: number; readonly request: number } | undefined
}

/** Moves items of a cart, and says where they went. */
export function useMoveItems(cart: Cart, items: readonly ItemReference[]): MoveItems {
  const intl = useIntl()
  const carts = cartsOf(useClient())
  const [said, setSaid] = useState('')
  const [focused, setFocused] = useState<MoveItems['focused']>(undefined)
  const send = ({ items: moving, before }: Move): void =>
    void carts.moveItems(cart.id, moving, before).catch((error: unknown) => {
      notifications.show({ color: 'red', message: errorText(intl, error) })
      void carts.fetchCart(cart.id).catch(() => undefined)
    })
  return {
    said,
    focused,
    move(ids, target, focus) {
      const move = moveTo(items, ids, target)
      if (move === null) return setSaid(intl.formatMessage({ id: 'cart.move.stays' }))
      send(move)
      const staying = items.filter(({ id }) => !ids.has(id))
      const place = move.before === null ? staying.length : staying.indexOf(move.before)
      setSaid(
        intl.formatMessage(
          { id: 'cart.move.said' },
          { count: move.items.length, place: place + 1, total: items.length },
        ),
      )
      if (focus !== undefined) setFocused((before) => ({ id: focus, request: (before?.request ?? 0) + 1 }))
    },
    arrange(order) {
      send({ items: order, before: null })
      setSaid(intl.formatMessage({ id: 'cart.arrange.said' }))
    },
  }
}

const targets: Readonly<Record<string, MoveTarget>> = {
  ArrowLeft: 'earlier',
  ArrowUp: 'earlier',
  ArrowRight: 'later',
  ArrowDown: 'later',
  Home: 'first',
  End: 'last',
}

/**
 * Alt with an arrow, Home or End moves the asset that has the focus, or all that are selected where it is one
 * of them.
 */
export function useMoveKeys(
  isAllowed: boolean,
  assets: CartSnapshot['assets'],
  selected: ReadonlySet<number>,
  move: MoveItems['move'],
): void {
  useWindowEvent('keydown', (event) => {
    const target = targets[event.key]
    if (
      !isAllowed ||
      !event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      target === undefined ||
      !(event.target instanceof HTMLElement)
    )
      return
    const index = event.target.closest<HTMLElement>('[data-index]')?.dataset['index']
    const asset = index === undefined ? undefined : assets[Number(index)]
    if (asset === undefined) return
    event.preventDefault()
    move(selected.has(asset.id) ? selected : new Set([asset.id]), target, asset.id)
  })
}
