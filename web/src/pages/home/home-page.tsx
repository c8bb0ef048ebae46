import { FormattedMessage } from 'react-intl'

/** Frame only. */
export function HomePage() {
  return <FormattedMessage id="nav.home" />
}
