import { calls, type CallAnswer, type Calls } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { List, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useAct } from '../use-act.ts'
import { UserSelect } from '../user-select.tsx'

const owned = ['entities', 'carts', 'shares', 'searches', 'imports'] as const

/** Asks before an account goes: what it owns is counted, and somebody is named who gets it. */
export function DeleteAccount({
  account,
  onClose,
  onGone,
}: {
  readonly account: CallAnswer<Calls['getAccount']>
  readonly onClose: () => void
  readonly onGone: () => void
}) {
  const intl = useIntl()
  const client = useClient()
  const { busy, failure, act } = useAct(calls.findAccounts, calls.listRoles)
  const [heir, setHeir] = useState<number | null>(null)
  const { id, name } = account
  const left = owned.filter((what) => account.owned[what] > 0)
  const remove = async (): Promise<void> => {
    if (
      !(await act(
        async () =>
          void (await client.call(calls.deleteAccount, {
            id,
            ...(heir === null ? {} : { transferTo: heir }),
          })),
      ))
    )
      return
    notifications.show({ color: 'green', message: intl.formatMessage({ id: 'accounts.deleted' }, { name }) })
    onGone()
  }
  return (
    <ConfirmDialog
      title={<FormattedMessage id="accounts.delete.title" values={{ name }} />}
      label={<FormattedMessage id="action.delete" values={{ name }} />}
      busy={busy}
      failure={failure}
      disabled={left.length > 0 && heir === null}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <Text>
        <FormattedMessage id="accounts.delete.text" />
      </Text>
      {left.length > 0 && (
        <>
          <div>
            <Text fw={550}>
              <FormattedMessage id="accounts.delete.owns" values={{ name }} />
            </Text>
            <List size="sm">
              {left.map((what) => (
                <List.Item key={what}>
                  <FormattedMessage id={`accounts.owned.${what}`} values={{ count: account.owned[what] }} />
                </List.Item>
              ))}
            </List>
          </div>
          <UserSelect
            withAsterisk
            label={<FormattedMessage id="accounts.delete.heir" />}
            except={id}
            value={heir}
            onChange={setHeir}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
