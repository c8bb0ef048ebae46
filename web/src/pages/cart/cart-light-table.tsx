import { lightTablesOf, type CartSnapshot } from '@cartouche/client'
import { useClient, useLightTable } from '@cartouche/react'
import { Skeleton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMemo, useRef, useEffect } from 'react'
import { useIntl } from 'react-intl'
import type { Cart } from '@cartouche/contract'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { LightTable, type LightTableProps } from '../../components/light-table/light-table.tsx'
import type { Arrange } from '../../components/light-table/use-table-edits.ts'
import { errorText } from '../../translations/error-text.ts'

interface CartLightTableProps extends Omit<
  LightTableProps,
  'items' | 'shown' | 'onArrange' | 'withCheck' | 'viewKey'
> {
  readonly cart: Cart
  readonly snapshot: CartSnapshot
}

/** The light table of a cart. Whoever may edit the cart arranges it; others look. */
export function CartLightTable({ cart, snapshot, ...props }: CartLightTableProps) {
  const intl = useIntl()
  const tables = lightTablesOf(useClient())
  const table = useLightTable(cart.id)
  const known = useMemo(() => new Map(table.items.map((item) => [item.id, item])), [table.items])
  const items = useMemo(
    () => snapshot.items.flatMap((item) => known.get(item.id) ?? []),
    [snapshot.items, known],
  )
  const shown = useMemo(
    () => (snapshot.found ? new Set(snapshot.found.items.map(({ id }) => id)) : undefined),
    [snapshot.found],
  )
  // What somebody put into the cart since it was read, or took out: it comes back without its place.
  // It is read when the server has answered the change: before that, it has the items of before.
  const askedAt = useRef<number | null>(null)
  const hasNew =
    table.status === 'loaded' &&
    snapshot.status === 'loaded' &&
    (items.length < snapshot.items.length || items.length < table.items.length)
  useEffect(() => {
    if (!hasNew || askedAt.current === cart.version) return
    askedAt.current = cart.version
    void tables.fetch(cart.id).catch(() => undefined)
  }, [hasNew, tables, cart.id, cart.version])
  const arrange: Arrange = (places, options) => {
    const placed = [...places].map(([id, place]) => ({ type: 'asset', id, place }))
    tables.arrange(cart.id, placed, options).catch((error: unknown) => {
      notifications.show({ color: 'red', message: errorText(intl, error) })
      void tables.fetch(cart.id).catch(() => undefined)
    })
  }
  if (!table.hasData && table.error !== null)
    return (
      <ErrorViewOf error={table.error} onRetry={() => void tables.fetch(cart.id).catch(() => undefined)} />
    )
  if (!table.hasData) return <Skeleton height="100%" radius={0} aria-hidden />
  return (
    <LightTable
      {...props}
      items={items}
      shown={shown}
      onArrange={cart.permissions.edit ? arrange : undefined}
      withCheck
      viewKey={`cart ${cart.id}`}
    />
  )
}
