import { calls, type CallAnswer, type Calls } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Checkbox, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { SecretDialog, type Secret } from '../secret-dialog.tsx'
import { useAct } from '../use-act.ts'
import { DeleteAccount } from './delete-account.tsx'

type Account = CallAnswer<Calls['getAccount']>
type Action = 'reset' | 'factors' | 'disable' | 'delete' | null

/** What can be done with an account beside changing it; each asks first where somebody would notice. */
export function AccountActions({
  account,
  onGone,
}: {
  readonly account: Account
  readonly onGone: () => void
}) {
  const intl = useIntl()
  const client = useClient()
  const { busy, failure, act } = useAct(calls.findAccounts, calls.getAccount)
  const [action, setAction] = useState<Action>(null)
  const [secrets, setSecrets] = useState<readonly Secret[] | null>(null)
  const [factors, setFactors] = useState(false)
  const { id, name, kind, state } = account
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (await act(work)) setAction(null)
  }
  const reset = () =>
    run(async () =>
      setSecrets([
        {
          label: <FormattedMessage id="accounts.password" />,
          value: (await client.call(calls.resetPassword, { id, factors })).password,
        },
      ]),
    )
  const resetFactors = () =>
    run(async () => {
      await client.call(calls.resetFactors, { id })
      notifications.show({
        color: 'green',
        message: intl.formatMessage({ id: 'accounts.factors.done' }, { name }),
      })
    })
  const disable = (disabled: boolean) =>
    run(async () => void (await client.call(calls.updateAccount, { id, disabled })))
  const dialog = { busy, failure, onClose: () => setAction(null) }
  return (
    <Stack gap="xs" w="fit-content" maw="100%" component="section">
      <Title order={2} fz="sm">
        <FormattedMessage id="accounts.actions" />
      </Title>
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link to="/administration" search={{ section: 'access', account: String(id) }} {...props} />
        )}
      >
        <FormattedMessage id="accounts.why" />
      </Button>
      {kind === 'user' && (
        <Button variant="default" onClick={() => setAction('reset')}>
          <FormattedMessage id="accounts.reset" />
        </Button>
      )}
      {kind === 'user' && (
        <Button variant="default" onClick={() => setAction('factors')}>
          <FormattedMessage id="accounts.factors" />
        </Button>
      )}
      {state === 'disabled' ? (
        <Button variant="default" loading={busy} onClick={() => void disable(false)}>
          <FormattedMessage id="accounts.enable" />
        </Button>
      ) : (
        <Button variant="default" onClick={() => setAction('disable')}>
          <FormattedMessage id="accounts.disable" />
        </Button>
      )}
      <Button variant="light" color="red" onClick={() => setAction('delete')}>
        <FormattedMessage id="accounts.delete" />
      </Button>
      {action === 'reset' && (
        <ConfirmDialog
          {...dialog}
          title={<FormattedMessage id="accounts.reset.title" values={{ name }} />}
          label={<FormattedMessage id="accounts.reset" />}
          onConfirm={() => void reset()}
        >
          <Text>
            <FormattedMessage id="accounts.reset.text" values={{ name }} />
          </Text>
          <Checkbox
            checked={factors}
            onChange={(event) => setFactors(event.currentTarget.checked)}
            label={<FormattedMessage id="accounts.reset.factors" />}
            description={<FormattedMessage id="accounts.reset.factorsText" />}
          />
        </ConfirmDialog>
      )}
      {action === 'factors' && (
        <ConfirmDialog
          {...dialog}
          title={<FormattedMessage id="accounts.factors.title" values={{ name }} />}
          label={<FormattedMessage id="accounts.factors.confirm" />}
          onConfirm={() => void resetFactors()}
        >
          <Text>
            <FormattedMessage id="accounts.factors.text" values={{ name }} />
          </Text>
        </ConfirmDialog>
      )}
      {action === 'disable' && (
        <ConfirmDialog
          {...dialog}
          title={<FormattedMessage id="accounts.disable.title" values={{ name }} />}
          label={<FormattedMessage id="accounts.disable" />}
          onConfirm={() => void disable(true)}
        >
          <Text>
            <FormattedMessage id="accounts.disable.text" values={{ name }} />
          </Text>
        </ConfirmDialog>
      )}
      {action === 'delete' && (
        <DeleteAccount account={account} onClose={() => setAction(null)} onGone={onGone} />
      )}
      {secrets !== null && (
        <SecretDialog
          title={<FormattedMessage id="accounts.newCredentials" values={{ name }} />}
          values={secrets}
          onClose={() => setSecrets(null)}
        />
      )}
    </Stack>
  )
}
