import { isApiError } from '@cartouche/client'
import { Alert, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'

/** Why an edit was not saved; that somebody else was faster is no fault of anyone. */
export function EditProblem({ error }: { readonly error: unknown }) {
  const intl = useIntl()
  if (!isApiError(error, 'version_conflict'))
    return (
      <Alert color="red" p="xs" role="alert">
        {errorText(intl, error)}
      </Alert>
    )
  return (
    <Alert color="yellow" p="xs" role="alert" title={<FormattedMessage id="asset.conflict.title" />}>
      <Text fz="sm">
        <FormattedMessage id="asset.conflict.text" />
      </Text>
    </Alert>
  )
}
