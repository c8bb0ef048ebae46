import { isApiError } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { PasswordField } from '../../components/password-field/password-field.tsx'
import { errorText } from '../../translations/error-text.ts'
import { Section } from './section.tsx'

/** Changes the password: the present one proves it. All other sessions end. */
export function PasswordSection({ login }: { readonly login: string }) {
  const intl = useIntl()
  const { session } = useClient()
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const form = useForm({
    initialValues: { present: '', fresh: '', again: '' },
    validate: {
      present: (value) =>
        value === '' ? <FormattedMessage id="accountPage.password.presentNeeded" /> : null,
      fresh: (value) => (value === '' ? <FormattedMessage id="signIn.change.needed" /> : null),
      again: (value, values) =>
        value === values.fresh ? null : <FormattedMessage id="signIn.change.differs" />,
    },
  })
  const change = async ({ present, fresh }: { present: string; fresh: string }): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await session.changePassword({ login, password: present, newPassword: fresh })
      form.reset()
      notifications.show({ message: <FormattedMessage id="accountPage.password.changed" /> })
    } catch (error) {
      if (isApiError(error, 'sign_in_failed'))
        form.setFieldError('present', <FormattedMessage id="accountPage.password.wrong" />)
      else setFailure(error)
    }
    setBusy(false)
  }
  return (
    <Section title="signIn.password" text="accountPage.password.text">
      <form onSubmit={form.onSubmit((values) => void change(values))} noValidate>
        <Stack gap="md">
          {failure === null ? null : (
            <Alert color="red" role="alert">
              {isApiError(failure, 'too_many_guesses') ? (
                <FormattedMessage
                  id="signIn.wait"
                  values={{ seconds: Number(failure.data['seconds'] ?? 60) }}
                />
              ) : (
                errorText(intl, failure)
              )}
            </Alert>
          )}
          <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
          <PasswordField
            label={<FormattedMessage id="accountPage.password.present" />}
            autoComplete="current-password"
            {...form.getInputProps('present')}
          />
          <PasswordField
            label={<FormattedMessage id="signIn.change.new" />}
            autoComplete="new-password"
            {...form.getInputProps('fresh')}
          />
          <PasswordField
            label={<FormattedMessage id="signIn.change.again" />}
            autoComplete="new-password"
            {...form.getInputProps('again')}
          />
          <Button type="submit" w="fit-content" loading={busy}>
            <FormattedMessage id="accountPage.password.change" />
          </Button>
        </Stack>
      </form>
    </Section>
  )
}
