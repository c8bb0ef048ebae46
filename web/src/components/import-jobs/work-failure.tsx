import { Alert } from '@mantine/core'
import { useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'

/** Why the work of a dialog was not done; nothing where it was. */
export function WorkFailure({ failure }: { readonly failure: unknown }) {
  const intl = useIntl()
  return failure === null ? null : (
    <Alert color="red" role="alert">
      {errorText(intl, failure)}
    </Alert>
  )
}
