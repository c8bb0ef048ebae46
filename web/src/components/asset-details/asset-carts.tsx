import { calls, type Asset } from '@cartouche/client'
import { useCan, useRead } from '@cartouche/react'
import { Text } from '@mantine/core'
import { IconShoppingBag } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import classes from './asset-details.module.css'

/** The carts that hold an asset, of those that the person can see. */
export function AssetCarts({ asset }: { readonly asset: Asset }) {
  const canView = useCan('cart/view')
  return canView ? <Carts asset={asset} /> : null
}

function Carts({ asset }: { readonly asset: Asset }) {
  const { data } = useRead(calls.listCarts, { withItem: `asset:${asset.id}` })
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>
        <FormattedMessage id="asset.carts" />
      </h3>
      {data?.length === 0 && (
        <Text fz="sm" c="dimmed" mb={4}>
          <FormattedMessage id="asset.carts.none" />
        </Text>
      )}
      <ul className={classes.files}>
        {(data ?? []).map((cart) => (
          <li key={cart.id}>
            <Link to="/carts/$cartId" params={{ cartId: String(cart.id) }} className={classes.file}>
              <IconShoppingBag size={16} stroke={1.6} aria-hidden />
              <span className={classes.fileText}>{cart.name}</span>
              <span className={classes.quiet}>
                <FormattedMessage id="cart.items" values={{ count: cart.total }} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
