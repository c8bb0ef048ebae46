import type { Cart } from '@cartouche/contract'
import { useCartShares } from '@cartouche/react'
import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { FormattedDate, FormattedMessage } from 'react-intl'

/** How many links let visitors see the cart, which may be private to everybody else; leads to them. */
export function CartLinks({ cart, onOpen }: { readonly cart: Cart; readonly onOpen: () => void }) {
  const { shares, status } = useCartShares(cart.id)
  const count = status === 'loaded' ? shares.length : (cart.shares?.living ?? 0)
  const [next] = status === 'loaded' ? shares.map(({ expires }) => expires).toSorted() : []
  const end = next ?? cart.shares?.nextEndAt
  if (count === 0 || !end) return null
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<IconLink size={14} stroke={1.8} aria-hidden />}
      onClick={onOpen}
    >
      <FormattedMessage
        id="cart.links"
        values={{ count, date: <FormattedDate value={end} dateStyle="medium" /> }}
      />
    </Button>
  )
}
