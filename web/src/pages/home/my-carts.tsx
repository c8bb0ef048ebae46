import type { Cart } from '@cartouche/contract'
import { useCarts } from '@cartouche/react'
import { Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { CartCover } from '../../components/cart-cover/cart-cover.tsx'
import classes from './home.module.css'

const shownCount = 6

/** The own carts, last changed first. */
export function MyCarts() {
  const { carts, hasData, status } = useCarts()
  const mine = carts
    .filter(({ isMine }) => isMine)
    .toSorted((a, b) => b.modified.localeCompare(a.modified))
    .slice(0, shownCount)
  return (
    <section>
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={2}>
          <FormattedMessage id="home.carts" />
        </Title>
        <Anchor component={Link} to="/carts" fz="sm" fw={600}>
          <FormattedMessage id="home.carts.all" />
        </Anchor>
      </Group>
      {!hasData && status !== 'error' && <Skeleton height={140} />}
      {hasData && mine.length === 0 && (
        <Stack gap="sm" align="flex-start">
          <Text c="dimmed">
            <FormattedMessage id="home.carts.empty" />
          </Text>
          <Button variant="light" component={Link} to="/browse">
            <FormattedMessage id="home.carts.create" />
          </Button>
        </Stack>
      )}
      <ul className={classes.carts}>
        {mine.map((cart) => (
          <li key={cart.id}>
            <CartCard cart={cart} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function CartCard({ cart }: { readonly cart: Cart }) {
  return (
    <Link to="/carts/$cartId" params={{ cartId: String(cart.id) }} className={classes.cart}>
      <CartCover cart={cart} />
      <span className={classes.cartName}>{cart.name}</span>
      <Text component="span" c="dimmed" fz="sm">
        <FormattedMessage id="cart.items" values={{ count: cart.total }} />
      </Text>
    </Link>
  )
}
