import { FormattedMessage } from 'react-intl'

/** Frame only; its room is built by its owner. */
export function CartsPage() {
  return <FormattedMessage id="nav.carts" />
}
