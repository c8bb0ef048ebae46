import { isApiError } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { connected } from '../../app/client.ts'
import { errorText } from '../../translations/error-text.ts'
import { useCountdown } from './use-countdown.ts'

/** Login and password. Says what is wrong; after too many attempts, how long to wait. */
export function SignInForm({ onPasswordExpired }: { readonly onPasswordExpired: (login: string, password: string) => void }) {
  const intl = useIntl()
  const { session } = useClient()
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [waitSeconds, startWaiting] = useCountdown()
  const form = useForm({
    mode: 'uncontrolled', initialValues: { login: '', password: '' },
    validate: {
      login: (value) => (value.trim() === '' ? intl.formatMessage({ id: 'signIn.loginNeeded' }) : null),
      password: (value) => (value === '' ? intl.formatMessage({ id: 'signIn.passwordNeeded' }) : null),
    },
  })
  const [focusFirst] = useState(() => () => form.getInputNode('login')?.focus())
  useEffect(focusFirst, [focusFirst])
  const signIn = async ({ login, password }: { login: string; password: string }): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await connected
      await session.signIn({ login: login.trim(), password })
    } catch (error) {
      if (isApiError(error, 'password_change_needed')) return onPasswordExpired(login.trim(), password)
      if (isApiError(error, 'too_many_guesses')) startWaiting(Number(error.data['seconds'] ?? 60))
      setFailure(error)
      if (isApiError(error, 'sign_in_failed')) form.getInputNode('password')?.focus()
    } finally {
      setBusy(false)
    }
  }
  const guessed = isApiError(failure, 'too_many_guesses')
  return (
    <form onSubmit={form.onSubmit((values) => void signIn(values))} noValidate>
      <Stack gap="md">
        {failure === null || (guessed && waitSeconds === 0) ? null : (
          <Alert color="red" role="alert">
            {guessed ? <FormattedMessage id="signIn.wait" values={{ seconds: waitSeconds }} /> : errorText(intl, failure)}
          </Alert>
        )}
        <TextInput label={<FormattedMessage id="signIn.login" />} autoComplete="username" autoCapitalize="none" spellCheck={false} key={form.key('login')} {...form.getInputProps('login')} />
        <PasswordInput
          label={<FormattedMessage id="signIn.password" />} autoComplete="current-password" key={form.key('password')} {...form.getInputProps('password')}
          visibilityToggleButtonProps={{ 'aria-label': intl.formatMessage({ id: 'signIn.showPassword' }) }}
        />
        <Button type="submit" size="md" loading={busy} disabled={waitSeconds > 0}><FormattedMessage id="signIn.submit" /></Button>
      </Stack>
    </form>
  )
}
