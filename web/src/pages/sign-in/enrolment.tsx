import { secondFactorsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Stack, Text, Title } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { FactorFailure } from '../../components/second-factors/factor-failure.tsx'
import { canUsePasskeys, createPasskey } from '../../components/second-factors/passkeys.ts'
import { RecoveryCodes } from '../../components/second-factors/recovery-codes.tsx'
import { TotpSetup } from '../../components/second-factors/totp-setup.tsx'

/**
 * A second factor is set up before the first sign-in, where the server lets nobody in without one.
 * @source portal §6: mfaonly
 */
export function Enrolment({
  challenge,
  onRestart,
}: {
  readonly challenge: string
  readonly onRestart: () => void
}) {
  const intl = useIntl()
  const client = useClient()
  const [way, setWay] = useState<'choice' | 'totp'>('choice')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (way === 'choice') first.current?.focus()
  }, [way])
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFailure(null)
    await work().catch(setFailure)
    setBusy(false)
  }
  const enter = (): Promise<void> => run(() => secondFactorsOf(client).signIn({ challenge }))
  const addPasskey = (): Promise<void> =>
    run(async () => {
      await createPasskey(client, intl.formatMessage({ id: 'factors.passkey.name' }), challenge)
      await secondFactorsOf(client).signIn({ challenge })
    })
  if (codes !== null)
    return (
      <Stack gap="md">
        <FactorFailure error={failure} />
        <RecoveryCodes
          codes={codes}
          doneLabel={<FormattedMessage id="factors.codes.enter" />}
          onDone={() => void enter()}
        />
      </Stack>
    )
  return (
    <Stack gap="md">
      <Title order={2}>
        <FormattedMessage id="factors.enrol.title" />
      </Title>
      <Text>
        <FormattedMessage id={canUsePasskeys() ? 'factors.enrol.text' : 'factors.enrol.one'} />
      </Text>
      {way === 'totp' ? (
        <TotpSetup challenge={challenge} onDone={setCodes} onCancel={() => setWay('choice')} />
      ) : (
        <>
          <FactorFailure error={failure} />
          <Button
            ref={first}
            size="md"
            leftSection={<IconDeviceMobile size={18} aria-hidden />}
            onClick={() => setWay('totp')}
          >
            <FormattedMessage id="factors.enrol.totp" />
          </Button>
          {canUsePasskeys() && (
            <Button
              size="md"
              variant="default"
              loading={busy}
              leftSection={<IconFingerprint size={18} aria-hidden />}
              onClick={() => void addPasskey()}
            >
              <FormattedMessage id="factors.enrol.passkey" />
            </Button>
          )}
          <Button variant="subtle" color="gray" onClick={onRestart}>
            <FormattedMessage id="factors.restart" />
          </Button>
        </>
      )}
    </Stack>
  )
}
