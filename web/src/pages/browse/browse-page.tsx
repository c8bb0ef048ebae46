import { FormattedMessage } from 'react-intl'

/** Frame only. */
export function BrowsePage() {
  return <FormattedMessage id="nav.browse" />
}
