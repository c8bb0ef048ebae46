import { isApiError } from '@cartouche/client'
import { Alert } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { isDismissed } from './passkeys.ts'

/** What went wrong with a second factor; nothing where nothing did. */
export function FactorFailure({ error }: { readonly error: unknown }) {
  const intl = useIntl()
  if (error === null || error === undefined) return null
  if (isDismissed(error))
    return (
      <Alert color="yellow" role="alert">
        <FormattedMessage id="factors.passkey.dismissed" />
      </Alert>
    )
  if (error instanceof Error && error.name === 'InvalidStateError')
    return (
      <Alert color="yellow" role="alert">
        <FormattedMessage id="factors.passkey.known" />
      </Alert>
    )
  return (
    <Alert color="red" role="alert">
      {isApiError(error, 'too_many_guesses') ? (
        <FormattedMessage id="signIn.wait" values={{ seconds: Number(error.data['seconds'] ?? 60) }} />
      ) : (
        errorText(intl, error)
      )}
    </Alert>
  )
}
