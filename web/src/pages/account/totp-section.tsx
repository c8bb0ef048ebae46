import { secondFactorsOf, type Factors } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { FactorFailure } from '../../components/second-factors/factor-failure.tsx'
import { RecoveryCodes } from '../../components/second-factors/recovery-codes.tsx'
import { TotpSetup } from '../../components/second-factors/totp-setup.tsx'
import { Section } from './section.tsx'

type Dialog =
  | { readonly kind: 'setup' | 'remove' | 'renew' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | null

const fewCodes = 3

/** Codes of an authenticator application: set up, new recovery codes, removed. */
export function TotpSection({ factors }: { readonly factors: Factors }) {
  const client = useClient()
  const [dialog, setDialog] = useState<Dialog>(null)
  const close = (): void => setDialog(null)
  const show = (codes: readonly string[]): void => setDialog({ kind: 'codes', codes })
  const remove = async (code: string): Promise<void> => {
    await secondFactorsOf(client).deleteTotp(code)
    close()
    notifications.show({ message: <FormattedMessage id="factors.totp.removed" /> })
  }
  return (
    <Section title="accountPage.totp" text="accountPage.totp.text">
      {factors.totp ? (
        <Stack gap="sm">
          <Group gap="xs">
            <IconCircleCheck size={18} stroke={1.6} aria-hidden color="var(--mantine-color-green-7)" />
            <Text>
              <FormattedMessage id="accountPage.totp.on" />
            </Text>
            <Text fz="sm" c={factors.recoveryCodesLeft < fewCodes ? 'var(--mantine-color-error)' : 'dimmed'}>
              <FormattedMessage id="accountPage.codesLeft" values={{ count: factors.recoveryCodesLeft }} />
            </Text>
          </Group>
          <Group gap="sm">
            <Button variant="default" onClick={() => setDialog({ kind: 'renew' })}>
              <FormattedMessage id="factors.codes.renew" />
            </Button>
            <Button variant="default" color="red" onClick={() => setDialog({ kind: 'remove' })}>
              <FormattedMessage id="factors.totp.remove" />
            </Button>
          </Group>
        </Stack>
      ) : (
        <Button w="fit-content" onClick={() => setDialog({ kind: 'setup' })}>
          <FormattedMessage id="factors.totp.setUp" />
        </Button>
      )}
      <Modal
        opened={dialog?.kind === 'setup'}
        onClose={close}
        title={<FormattedMessage id="factors.totp.setUp" />}
      >
        <TotpSetup onDone={show} onCancel={close} />
      </Modal>
      <Modal
        opened={dialog?.kind === 'codes'}
        onClose={close}
        withCloseButton={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
        title={<FormattedMessage id="factors.codes.title" />}
      >
        {dialog?.kind === 'codes' && (
          <RecoveryCodes
            isInDialog
            codes={dialog.codes}
            doneLabel={<FormattedMessage id="factors.codes.done" />}
            onDone={close}
          />
        )}
      </Modal>
      <Modal
        opened={dialog?.kind === 'remove'}
        onClose={close}
        title={<FormattedMessage id="factors.totp.remove" />}
      >
        <ProveCode
          text={<FormattedMessage id="factors.totp.removeText" />}
          label={<FormattedMessage id="factors.totp.remove" />}
          danger
          onCode={remove}
          onCancel={close}
        />
      </Modal>
      <Modal
        opened={dialog?.kind === 'renew'}
        onClose={close}
        title={<FormattedMessage id="factors.codes.renew" />}
      >
        <ProveCode
          text={<FormattedMessage id="factors.codes.renewText" />}
          label={<FormattedMessage id="factors.codes.renew" />}
          onCode={async (code) => show(await secondFactorsOf(client).renewRecoveryCodes(code))}
          onCancel={close}
        />
      </Modal>
    </Section>
  )
}

interface ProveCodeProps {
  readonly text: React.ReactNode
  readonly label: React.ReactNode
  readonly danger?: boolean
  readonly onCode: (code: string) => Promise<void>
  readonly onCancel: () => void
}

/** Asks for a code before something that weakens or renews the protection. */
function ProveCode({ text, label, danger = false, onCode, onCancel }: ProveCodeProps) {
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const prove = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    await onCode(code).catch((error: unknown) => {
      setFailure(error)
      setBusy(false)
    })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void prove()
      }}
      noValidate
    >
      <Stack gap="md">
        <Text>{text}</Text>
        <FactorFailure error={failure} />
        <TextInput
          data-autofocus
          label={<FormattedMessage id="factors.anyCode" />}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="one-time-code"
          spellCheck={false}
          maxLength={40}
        />
        <Group gap="sm" justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button
            type="submit"
            loading={busy}
            disabled={code.trim() === ''}
            {...(danger ? { color: 'red' } : {})}
          >
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
