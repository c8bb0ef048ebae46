import type { CallAnswer, Calls } from '@cartouche/client'
import { FormattedMessage } from 'react-intl'
import { SecretDialog } from '../../secret-dialog.tsx'

interface NewKeySecretProps {
  /** The name of the application. */
  readonly name: string
  readonly made: CallAnswer<Calls['createApplicationKey']>
  readonly onClose: () => void
}

/** A key that was just made, and its secret, which is shown only now. */
export function NewKeySecret({ name, made: { key, secret }, onClose }: NewKeySecretProps) {
  return (
    <SecretDialog
      title={<FormattedMessage id="accounts.newCredentials" values={{ name }} />}
      values={[
        { label: <FormattedMessage id="accounts.key" />, value: key.key },
        { label: <FormattedMessage id="accounts.secret" />, value: secret },
      ]}
      onClose={onClose}
    />
  )
}
