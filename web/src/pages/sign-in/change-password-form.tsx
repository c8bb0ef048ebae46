import { secondFactorsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { PasswordField } from '../../components/password-field/password-field.tsx'
import { FactorFailure } from '../../components/second-factors/factor-failure.tsx'
import { askPasskey, canUsePasskeys } from '../../components/second-factors/passkeys.ts'
import { stepAfter, type SignInStep } from './sign-in-step.ts'

export interface ChangePasswordFormProps {
  readonly login: string
  readonly password: string
  /** The server asks for something else before it lets the person in. */
  readonly onStep: (step: SignInStep) => void
}

/**
 * Asks for a new password where the server wants one first (403/2), then signs in with it.
 * @source portal §8
 */
export function ChangePasswordForm({ login, password, onStep }: ChangePasswordFormProps) {
  const client = useClient()
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  /** The second factor that the change asked for. */
  const [factor, setFactor] = useState<Extract<SignInStep, { kind: 'factor' }> | null>(null)
  const [code, setCode] = useState('')
  const codeField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (factor !== null) codeField.current?.focus()
  }, [factor])
  const usesPasskey = factor !== null && !factor.methods.includes('totp') && canUsePasskeys()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { fresh: '', again: '' },
    validate: {
      fresh: (value) => (value === '' ? <FormattedMessage id="signIn.change.needed" /> : null),
      again: (value, values) =>
        value === values.fresh ? null : <FormattedMessage id="signIn.change.differs" />,
    },
  })
  const [focusFirst] = useState(() => () => form.getInputNode('fresh')?.focus())
  useEffect(focusFirst, [focusFirst])
  const change = async ({ fresh }: { fresh: string }): Promise<void> => {
    setBusy(true)
    setFailure(null)
    let isChanged = false
    try {
      const proof =
        factor === null
          ? {}
          : usesPasskey
            ? { passkey: await askPasskey(client, factor.challenge) }
            : { code }
      const challenge = await client.session.changePassword({ login, password, newPassword: fresh, ...proof })
      isChanged = true
      // Whoever has just given a code is not asked for the next one.
      await (challenge === undefined
        ? client.session.signIn({ login, password: fresh })
        : secondFactorsOf(client).signIn({ challenge }))
    } catch (error) {
      const next = stepAfter(error)
      if (next?.kind === 'factor' && !isChanged) return setFactor(next)
      if (next) return onStep(next)
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={form.onSubmit((values) => void change(values))} noValidate>
      <Stack gap="md">
        <Title order={2}>
          <FormattedMessage id="signIn.change.title" />
        </Title>
        <Text>
          <FormattedMessage id="signIn.change.text" />
        </Text>
        <FactorFailure error={failure} />
        <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
        <PasswordField
          label={<FormattedMessage id="signIn.change.new" />}
          autoComplete="new-password"
          key={form.key('fresh')}
          {...form.getInputProps('fresh')}
        />
        <PasswordField
          label={<FormattedMessage id="signIn.change.again" />}
          autoComplete="new-password"
          key={form.key('again')}
          {...form.getInputProps('again')}
        />
        {factor !== null &&
          (usesPasskey ? (
            <Text>
              <FormattedMessage id="factors.passkey.text" />
            </Text>
          ) : (
            <TextInput
              ref={codeField}
              label={<FormattedMessage id="factors.anyCode" />}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              autoComplete="one-time-code"
              spellCheck={false}
              autoCapitalize="none"
              maxLength={40}
            />
          ))}
        <Button
          type="submit"
          size="md"
          loading={busy}
          disabled={factor !== null && !usesPasskey && code.trim() === ''}
        >
          <FormattedMessage id="signIn.change.submit" />
        </Button>
      </Stack>
    </form>
  )
}
