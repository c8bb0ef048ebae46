import { FormattedMessage } from 'react-intl'

/** Frame only; its room is built by its owner. */
export function ImportPage() {
  return <FormattedMessage id="nav.import" />
}
