import { FormattedMessage } from 'react-intl'

/** Frame only; its room is built by its owner. */
export function CartPage() {
  return <FormattedMessage id="nav.carts" />
}
