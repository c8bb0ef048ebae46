import { Button, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { isUnreachable, useRetryWhenUp } from '../../connection/use-connection.ts'
import { errorText } from '../../translations/error-text.ts'
import classes from './facets.module.css'

/** Says why the values of a facet did not come, and asks again. */
export function FacetFailure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const intl = useIntl()
  useRetryWhenUp(error, onRetry)
  // The banner tries again, for the whole page.
  if (isUnreachable(error))
    return (
      <Text className={classes.none}>
        <FormattedMessage id="browse.facets.unreachable" />
      </Text>
    )
  return (
    <div className={classes.none} role="alert">
      <Text inherit>{errorText(intl, error)}</Text>
      <Button size="compact-xs" variant="subtle" onClick={onRetry}>
        <FormattedMessage id="action.retry" />
      </Button>
    </div>
  )
}
