import { calls, isApiError, type CallAnswer, type Calls, type Client } from '@cartouche/client'
import { useClient, useRead, useCurrentUser } from '@cartouche/react'
import { Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconFingerprint, IconLogin2 } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { PasswordField } from '../password-field/password-field.tsx'
import { ErrorViewOf } from '../error-view/error-view.tsx'
import { FactorFailure } from '../second-factors/factor-failure.tsx'
import { answerPasskey, canUsePasskeys } from '../second-factors/passkeys.ts'

type Proof = CallAnswer<Calls['getProof']>
type Method = Proof['methods'][number]

interface ProofDialogProps {
  readonly onProven: () => void
  readonly onCancel: () => void
}

/**
 * Asks who is signed in to prove it again: by password, code, passkey, or their provider of single sign-on.
 */
export function ProofDialog({ onProven, onCancel }: ProofDialogProps) {
  useReturnFocus()
  const { data, error } = useRead(calls.getProof, {}, { freshMs: 0 })
  return (
    <Modal opened onClose={onCancel} title={<FormattedMessage id="proof.title" />} zIndex={400}>
      {data !== undefined ? (
        <ProofForm proof={data} onProven={onProven} onCancel={onCancel} />
      ) : error !== null ? (
        <ErrorViewOf error={error} onRetry={onCancel} />
      ) : (
        <Skeleton h={120} />
      )}
    </Modal>
  )
}

function ProofForm({
  proof: { methods, providers },
  onProven,
  onCancel,
}: ProofDialogProps & { readonly proof: Proof }) {
  const client = useClient()
  const usable = methods.filter((method) => method !== 'passkey' || canUsePasskeys())
  const [way, setWay] = useState<Method | undefined>(usable[0])
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const prove = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await giveProof(client, way, text)
      onProven()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  const choose = (next: Method): void => {
    setWay(next)
    setText('')
    setFailure(null)
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
        <Text>
          <FormattedMessage id="proof.text" />
        </Text>
        {!isApiError(failure, 'sign_in_failed') && <FactorFailure error={failure} />}
        {way !== undefined && way !== 'passkey' && (
          <ProofField
            key={way}
            way={way}
            text={text}
            isWrong={isApiError(failure, 'sign_in_failed')}
            onText={setText}
          />
        )}
        {way === undefined && providers.length === 0 && (
          <Text>
            <FormattedMessage id="proof.none" />
          </Text>
        )}
        {providers.map((provider) => (
          <ProviderButton key={provider.id} provider={provider} />
        ))}
        <OtherMethods methods={usable.filter((method) => method !== way)} onChoose={choose} />
        <Group gap="sm" justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            <FormattedMessage id="action.cancel" />
          </Button>
          {way !== undefined && (
            <Button
              type="submit"
              loading={busy}
              disabled={way !== 'passkey' && text.trim() === ''}
              ref={way === 'passkey' ? takeFocus : undefined}
              leftSection={
                way === 'passkey' ? <IconFingerprint size={18} stroke={1.6} aria-hidden /> : undefined
              }
            >
              <FormattedMessage id={way === 'passkey' ? 'factors.passkey.use' : 'proof.confirm'} />
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

/**
 * The dialog is open before its form has loaded: the form takes the focus itself, or Enter would close the
 * dialog.
 */
function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

async function giveProof(client: Client, way: Method | undefined, text: string): Promise<void> {
  if (way === 'passkey') {
    const { challenge, options } = await client.call(calls.startPasskeyProof, {})
    await client.call(calls.proveIdentity, { challenge, response: await answerPasskey(options) })
  } else
    await client.call(calls.proveIdentity, way === 'password' ? { password: text } : { code: text.trim() })
}

interface ProofFieldProps {
  readonly way: Exclude<Method, 'passkey'>
  readonly text: string
  readonly isWrong: boolean
  readonly onText: (text: string) => void
}

function ProofField({ way, text, isWrong, onText }: ProofFieldProps) {
  const user = useCurrentUser()
  const field = {
    value: text,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onText(event.currentTarget.value),
    ref: takeFocus,
  }
  if (way !== 'password') {
    const code =
      way === 'totp'
        ? { inputMode: 'numeric' as const, autoComplete: 'one-time-code' }
        : { autoComplete: 'off' }
    return (
      <TextInput
        {...field}
        {...code}
        spellCheck={false}
        autoCapitalize="none"
        maxLength={40}
        label={<FormattedMessage id={way === 'totp' ? 'factors.code' : 'factors.recovery'} />}
      />
    )
  }
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={user?.login ?? ''} readOnly hidden />
      <PasswordField
        {...field}
        label={<FormattedMessage id="proof.password" />}
        autoComplete="current-password"
        error={isWrong ? <FormattedMessage id="proof.wrongPassword" /> : undefined}
      />
    </>
  )
}

const instead = {
  password: 'proof.passwordInstead',
  totp: 'factors.totp.instead',
  recovery: 'factors.recovery.instead',
  passkey: 'factors.passkey.instead',
} as const satisfies Readonly<Record<Method, string>>

function OtherMethods({
  methods,
  onChoose,
}: {
  readonly methods: readonly Method[]
  readonly onChoose: (method: Method) => void
}) {
  if (methods.length === 0) return null
  return (
    <Stack gap={2} align="flex-start">
      {methods.map((method) => (
        <Button key={method} variant="subtle" size="compact-sm" onClick={() => onChoose(method)}>
          <FormattedMessage id={instead[method]} />
        </Button>
      ))}
    </Stack>
  )
}

/** Leads to the provider and back to this page. */
function ProviderButton({ provider: { name, url } }: { readonly provider: Proof['providers'][number] }) {
  const address = `${url}&${new URLSearchParams({ relativeURL: window.location.pathname + window.location.search })}`
  return (
    <Stack gap={4}>
      <Button
        component="a"
        href={address}
        variant="default"
        leftSection={<IconLogin2 size={18} stroke={1.6} aria-hidden />}
      >
        <FormattedMessage id="proof.provider" values={{ name }} />
      </Button>
      <Text fz="sm" c="dimmed">
        <FormattedMessage id="proof.providerText" />
      </Text>
    </Stack>
  )
}
