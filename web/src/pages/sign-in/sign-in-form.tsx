import { isApiError } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { PasswordField } from '../../components/password-field/password-field.tsx'
import { isDismissed, offerPasskeys } from '../../components/second-factors/passkeys.ts'
import { errorText } from '../../translations/error-text.ts'
import { OtherWays } from './other-ways.tsx'
import { stepAfter, type SignInStep } from './sign-in-step.ts'
import { useCountdown } from './use-countdown.ts'

export interface SignInFormProps {
  /** Where to go after the sign-in. */
  readonly to: string
  /** The server asks for something else first. */
  readonly onStep: (step: SignInStep) => void
}

/**
 * Login and password, and the other ways in. Says what is wrong; after too many attempts, how long to wait.
 */
export function SignInForm({ to, onStep }: SignInFormProps) {
  const intl = useIntl()
  const client = useClient()
  const { session } = client
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [waitSeconds, startWaiting] = useCountdown()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { login: '', password: '' },
    validate: {
      login: (value) => (value.trim() === '' ? <FormattedMessage id="signIn.loginNeeded" /> : null),
      password: (value) => (value === '' ? <FormattedMessage id="signIn.passwordNeeded" /> : null),
    },
  })
  const [focusFirst] = useState(() => () => form.getInputNode('login')?.focus())
  useEffect(focusFirst, [focusFirst])
  const stopOffer = useRef((): void => undefined)
  const [offers, setOffers] = useState(0)
  const signIn = async (
    work: () => Promise<void>,
    { login, password } = { login: '', password: '' },
  ): Promise<void> => {
    stopOffer.current()
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      const next = stepAfter(error)
      if (next) return onStep(next)
      if (isApiError(error, 'password_change_needed') && login !== '')
        return onStep({ kind: 'password-change', login, password })
      if (isApiError(error, 'too_many_guesses')) startWaiting(Number(error.data['seconds'] ?? 60))
      setFailure(isDismissed(error) ? null : error)
      // A passkey that was refused is not offered at once again.
      if (login !== '' || isDismissed(error)) setOffers((count) => count + 1)
      if (isApiError(error, 'sign_in_failed')) form.getInputNode('password')?.focus()
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    stopOffer.current = offerPasskeys(client, (work) => void signIn(work))
    return () => stopOffer.current()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once a form, and once more after each wrong password
  }, [client, offers])
  const guessed = isApiError(failure, 'too_many_guesses')
  const enter = ({ login, password }: { login: string; password: string }): Promise<void> =>
    signIn(() => session.signIn({ login: login.trim(), password }), { login: login.trim(), password })
  return (
    <form onSubmit={form.onSubmit((values) => void enter(values))} noValidate>
      <Stack gap="md">
        {failure === null || (guessed && waitSeconds === 0) ? null : (
          <Alert color="red" role="alert">
            {guessed ? (
              <FormattedMessage id="signIn.wait" values={{ seconds: waitSeconds }} />
            ) : (
              errorText(intl, failure)
            )}
          </Alert>
        )}
        <TextInput
          label={<FormattedMessage id="signIn.login" />}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          key={form.key('login')}
          {...form.getInputProps('login')}
        />
        <PasswordField
          label={<FormattedMessage id="signIn.password" />}
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" loading={busy} disabled={waitSeconds > 0}>
          <FormattedMessage id="signIn.submit" />
        </Button>
      </Stack>
      <OtherWays to={to} busy={busy} onPasskey={(work) => void signIn(work)} />
    </form>
  )
}
