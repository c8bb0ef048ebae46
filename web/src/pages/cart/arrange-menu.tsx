import { cartsOf, type CartSnapshot } from '@cartouche/client'
import type { Asset, ItemReference } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { Button, Menu } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'

const orders = {
  name: (left: Asset, right: Asset): number =>
    left.name.localeCompare(right.name, undefined, { numeric: true }),
  newest: (left: Asset, right: Asset): number => right.id - left.id,
  largest: (left: Asset, right: Asset): number =>
    (right.metadata?.filesize ?? 0) - (left.metadata?.filesize ?? 0),
} as const
const names = ['name', 'newest', 'largest'] as const

/**
 * Puts the whole cart into an order; everybody sees it so from then on. What is not loaded yet is read first.
 */
export function ArrangeMenu({
  cartId,
  snapshot: { items },
  onArrange,
}: {
  readonly cartId: number
  readonly snapshot: CartSnapshot
  readonly onArrange: (order: readonly ItemReference[]) => void
}) {
  const carts = cartsOf(useClient())
  const [busy, setBusy] = useState(false)
  const arrange = async (name: (typeof names)[number]): Promise<void> => {
    setBusy(true)
    try {
      while (carts.byId.get(String(cartId)).hasNext) await carts.fetchMore(cartId)
      const { assets, items: now } = carts.byId.get(String(cartId))
      const records = new Map(assets.map((asset) => [asset.id, asset]))
      const known = now.filter(({ id }) => records.has(id))
      const place = new Map([...records.values()].toSorted(orders[name]).map(({ id }, index) => [id, index]))
      onArrange(known.toSorted((left, right) => (place.get(left.id) ?? 0) - (place.get(right.id) ?? 0)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          loading={busy}
          disabled={items.length < 2}
          leftSection={<IconArrowsSort size={16} stroke={1.7} aria-hidden />}
        >
          <FormattedMessage id="cart.arrange" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {names.map((name) => (
          <Menu.Item key={name} onClick={() => void arrange(name).catch(() => undefined)}>
            <FormattedMessage id={`cart.arrange.${name}`} />
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => onArrange(items.toReversed())}>
          <FormattedMessage id="cart.arrange.reversed" />
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
