import { SegmentedControl, Stack, Switch } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { PasswordField } from '../password-field/password-field.tsx'
import type { ShareForm } from './share-draft.ts'

/** Whether a new link asks for a password: one that the server makes, or an own one. */
export function LinkPassword({
  form,
  onChange,
}: {
  readonly form: Pick<ShareForm, 'password' | 'ownPassword'>
  readonly onChange: (part: Partial<Pick<ShareForm, 'password' | 'ownPassword'>>) => void
}) {
  const intl = useIntl()
  return (
    <Stack gap="sm">
      <Switch
        label={<FormattedMessage id="shareDialog.password" />}
        checked={form.password !== 'none'}
        onChange={(event) => onChange({ password: event.currentTarget.checked ? 'generated' : 'none' })}
      />
      {form.password !== 'none' && (
        <SegmentedControl
          value={form.password}
          onChange={(password) => onChange({ password: password === 'own' ? 'own' : 'generated' })}
          aria-label={intl.formatMessage({ id: 'shareDialog.password' })}
          data={(['generated', 'own'] as const).map((value) => ({
            value,
            label: intl.formatMessage({ id: `shareDialog.password.${value}` }),
          }))}
        />
      )}
      {form.password === 'own' && (
        <PasswordField
          label={<FormattedMessage id="shareDialog.password.label" />}
          value={form.ownPassword}
          autoComplete="new-password"
          maxLength={200}
          required
          onChange={(event) => onChange({ ownPassword: event.currentTarget.value })}
        />
      )}
    </Stack>
  )
}
