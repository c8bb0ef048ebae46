import { isApiError, type VisitSnapshot } from '@cartouche/client'
import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState, type FormEvent } from 'react'
import { FormattedMessage } from 'react-intl'
import { PasswordField } from '../../components/password-field/password-field.tsx'
import { useCountdown } from '../sign-in/use-countdown.ts'

/** Asks for the password of a link; after too many guesses it says how long to wait. */
export function PasswordForm({
  visit,
  onOpen,
}: {
  readonly visit: VisitSnapshot
  readonly onOpen: (password: string) => Promise<void>
}) {
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [waitSeconds, startWaiting] = useCountdown()
  const { error } = visit
  useEffect(() => {
    if (isApiError(error, 'too_many_guesses')) startWaiting(Number(error.data['seconds'] ?? 60))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each answer starts the wait once
  }, [error])
  const open = (event: FormEvent): void => {
    event.preventDefault()
    setMissing(password === '')
    if (password === '') return
    setBusy(true)
    void onOpen(password).finally(() => setBusy(false))
  }
  const wrong = isApiError(error, 'share_password_wrong') && !busy
  return (
    <>
      <Title order={1}>
        <FormattedMessage id="visit.password.title" />
      </Title>
      <Text c="dimmed">
        <FormattedMessage id="visit.password.text" />
      </Text>
      <form onSubmit={open} noValidate style={{ width: '100%' }}>
        <Stack gap="md" ta="start">
          {waitSeconds > 0 && (
            <Alert color="red" role="alert">
              <FormattedMessage id="signIn.wait" values={{ seconds: waitSeconds }} />
            </Alert>
          )}
          <PasswordField
            size="md"
            label={<FormattedMessage id="signIn.password" />}
            value={password}
            autoComplete="off"
            maxLength={200}
            ref={focusFirst}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={
              missing ? (
                <FormattedMessage id="visit.password.needed" />
              ) : wrong && waitSeconds === 0 ? (
                <span role="alert">
                  <FormattedMessage id="visit.password.wrong" />
                </span>
              ) : null
            }
          />
          <Button type="submit" size="md" loading={busy} disabled={waitSeconds > 0}>
            <FormattedMessage id="visit.password.open" />
          </Button>
        </Stack>
      </form>
    </>
  )
}

const focused = new WeakSet<HTMLElement>()

function focusFirst(input: HTMLInputElement | null): void {
  if (input === null || focused.has(input)) return
  focused.add(input)
  input.focus()
}
