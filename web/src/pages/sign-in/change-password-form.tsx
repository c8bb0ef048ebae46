import { useClient } from '@cartouche/react'
import { Alert, Button, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { stepAfter, type SignInStep } from './sign-in-step.ts'

export interface ChangePasswordFormProps {
  readonly login: string
  readonly password: string
  /** The server asks for something else before it lets the person in. */
  readonly onStep: (step: SignInStep) => void
}

/** Asks for a new password where the server wants one first (403/2), then signs in with it. @source portal §8 */
export function ChangePasswordForm({ login, password, onStep }: ChangePasswordFormProps) {
  const intl = useIntl()
  const { session } = useClient()
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const form = useForm({
    mode: 'uncontrolled', initialValues: { fresh: '', again: '' },
    validate: {
      fresh: (value) => (value === '' ? intl.formatMessage({ id: 'signIn.change.needed' }) : null),
      again: (value, values) => (value === values.fresh ? null : intl.formatMessage({ id: 'signIn.change.differs' })),
    },
  })
  const [focusFirst] = useState(() => () => form.getInputNode('fresh')?.focus())
  useEffect(focusFirst, [focusFirst])
  const change = async ({ fresh }: { fresh: string }): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await session.changePassword({ login, password, newPassword: fresh })
      await session.signIn({ login, password: fresh })
    } catch (error) {
      const next = stepAfter(error)
      if (next) return onStep(next)
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const toggle = { 'aria-label': intl.formatMessage({ id: 'signIn.showPassword' }) }
  return (
    <form onSubmit={form.onSubmit((values) => void change(values))} noValidate>
      <Stack gap="md">
        <Title order={2}><FormattedMessage id="signIn.change.title" /></Title>
        <Text><FormattedMessage id="signIn.change.text" /></Text>
        {failure === null ? null : <Alert color="red" role="alert">{errorText(intl, failure)}</Alert>}
        <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
        <PasswordInput label={<FormattedMessage id="signIn.change.new" />} autoComplete="new-password" key={form.key('fresh')} {...form.getInputProps('fresh')} visibilityToggleButtonProps={toggle} />
        <PasswordInput label={<FormattedMessage id="signIn.change.again" />} autoComplete="new-password" key={form.key('again')} {...form.getInputProps('again')} visibilityToggleButtonProps={toggle} />
        <Button type="submit" size="md" loading={busy}><FormattedMessage id="signIn.change.submit" /></Button>
      </Stack>
    </form>
  )
}
