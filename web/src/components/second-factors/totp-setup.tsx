import { secondFactorsOf, type CallAnswer, type Calls } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Code, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useWithProof } from '../proof/proof-context.ts'
import { FactorFailure } from './factor-failure.tsx'

export interface TotpSetupProps {
  /** Where a sign-in demands it first. */
  readonly challenge?: string
  readonly onDone: (recoveryCodes: readonly string[]) => void
  readonly onCancel: () => void
}

/** Sets up codes of an authenticator application: scan, type the first code. */
export function TotpSetup({ challenge, onDone, onCancel }: TotpSetupProps) {
  const intl = useIntl()
  const factors = secondFactorsOf(useClient())
  const withProof = useWithProof()
  const [secret, setSecret] = useState<CallAnswer<Calls['startTotp']> | null>(null)
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const started = useRef(false)
  useEffect(() => {
    // Twice would show a picture whose secret is already another one.
    if (started.current) return
    started.current = true
    withProof(() => factors.startTotp(challenge)).then(setSecret, setFailure)
  }, [factors, challenge, withProof])
  useEffect(() => {
    if (secret !== null) field.current?.focus()
  }, [secret])
  const confirm = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      onDone(await withProof(() => factors.confirmTotp(code, challenge)))
    } catch (error) {
      setFailure(error)
      setBusy(false)
      field.current?.select()
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
      noValidate
    >
      <Stack gap="md">
        <Text>
          <FormattedMessage id="factors.totp.scan" />
        </Text>
        {secret === null ? (
          failure === null ? (
            <Skeleton h={200} w={200} mx="auto" />
          ) : null
        ) : (
          <>
            <img
              src={secret.picture}
              alt={intl.formatMessage({ id: 'factors.totp.picture' })}
              width={200}
              height={200}
              style={{ alignSelf: 'center', background: '#ffffff', borderRadius: 6 }}
            />
            <Text fz="sm" c="dimmed">
              <FormattedMessage id="factors.totp.secret" />{' '}
              <Code style={{ overflowWrap: 'anywhere' }}>
                {secret.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
              </Code>
            </Text>
            <TextInput
              ref={field}
              label={<FormattedMessage id="factors.code" />}
              description={<FormattedMessage id="factors.totp.first" />}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              required
              withAsterisk={false}
            />
          </>
        )}
        <FactorFailure error={failure} />
        <Group gap="sm" justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button type="submit" loading={busy} disabled={secret === null || code.trim() === ''}>
            <FormattedMessage id="factors.totp.confirm" />
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
