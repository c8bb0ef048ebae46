import { isApiError, secondFactorsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { FactorFailure } from '../../components/second-factors/factor-failure.tsx'
import { canUsePasskeys, signInByPasskey } from '../../components/second-factors/passkeys.ts'
import type { FactorMethod } from './sign-in-step.ts'

export interface FactorFormProps {
  readonly challenge: string
  readonly methods: readonly FactorMethod[]
  /** Back to login and password. */
  readonly onRestart: () => void
}

/** Asks for the second factor: a code, a recovery code, or a passkey, whatever the person has. */
export function FactorForm({ challenge, methods, onRestart }: FactorFormProps) {
  const client = useClient()
  const [way, setWay] = useState<FactorMethod>(methods.includes('totp') ? 'totp' : 'passkey')
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => (way === 'passkey' ? button.current : field.current)?.focus(), [way])
  const confirm = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFailure(null)
    await work().catch((error: unknown) => {
      setFailure(error)
      setBusy(false)
      field.current?.select()
    })
  }
  const choose = (next: FactorMethod): void => {
    setWay(next)
    setCode('')
    setFailure(null)
  }
  const isOver = isApiError(failure, 'challenge_gone')
  const offersPasskey = methods.includes('passkey') && canUsePasskeys()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void confirm(() => secondFactorsOf(client).signIn({ challenge, code }))
      }}
      noValidate
    >
      <Stack gap="md">
        <Title order={2}>
          <FormattedMessage id="factors.title" />
        </Title>
        <FactorFailure error={failure} />
        {way === 'passkey' ? (
          <>
            <Text>
              <FormattedMessage id={offersPasskey ? 'factors.passkey.text' : 'factors.passkey.elsewhere'} />
            </Text>
            {offersPasskey && (
              <Button
                ref={button}
                size="md"
                loading={busy}
                disabled={isOver}
                leftSection={<IconFingerprint size={18} aria-hidden />}
                onClick={() => void confirm(() => signInByPasskey(client, challenge))}
              >
                <FormattedMessage id="factors.passkey.use" />
              </Button>
            )}
          </>
        ) : (
          <>
            <Text>
              <FormattedMessage id={way === 'totp' ? 'factors.totp.text' : 'factors.recovery.text'} />
            </Text>
            <TextInput
              key={way}
              ref={field}
              label={<FormattedMessage id={way === 'totp' ? 'factors.code' : 'factors.recovery'} />}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              spellCheck={false}
              autoCapitalize="none"
              {...(way === 'totp'
                ? { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 12 }
                : { autoComplete: 'off', maxLength: 40 })}
            />
            <Button type="submit" size="md" loading={busy} disabled={isOver || code.trim() === ''}>
              <FormattedMessage id="factors.confirm" />
            </Button>
          </>
        )}
        <Stack gap={2}>
          {way !== 'totp' && methods.includes('totp') && (
            <Button variant="subtle" onClick={() => choose('totp')}>
              <FormattedMessage id="factors.totp.instead" />
            </Button>
          )}
          {way !== 'passkey' && offersPasskey && (
            <Button variant="subtle" onClick={() => choose('passkey')}>
              <FormattedMessage id="factors.passkey.instead" />
            </Button>
          )}
          {way !== 'recovery' && methods.includes('recovery') && (
            <Button variant="subtle" onClick={() => choose('recovery')}>
              <FormattedMessage id="factors.recovery.instead" />
            </Button>
          )}
          <Button variant="subtle" color="gray" onClick={onRestart}>
            <FormattedMessage id="factors.restart" />
          </Button>
        </Stack>
      </Stack>
    </form>
  )
}
