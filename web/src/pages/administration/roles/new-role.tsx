import { calls, type CallAnswer, type Calls } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Modal, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../../../components/return-focus/use-return-focus.ts'
import { roleText } from '../../../components/asset-text/role-text.ts'
import { DialogButtons } from '../../../components/dialog-buttons/dialog-buttons.tsx'
import { ActFailure } from '../act-failure.tsx'
import { useAct } from '../use-act.ts'

interface NewRoleProps {
  readonly roles: CallAnswer<Calls['listRoles']>['roles']
  readonly onClose: () => void
  readonly onMade: (id: number) => void
}

/** Makes a role, with the grants of another to start from. */
export function NewRole({ roles, onClose, onMade }: NewRoleProps) {
  useReturnFocus()
  const intl = useIntl()
  const client = useClient()
  const { busy, failure, act } = useAct(calls.listRoles)
  const [name, setName] = useState('')
  const [like, setLike] = useState<string | null>(null)
  const create = () =>
    act(async () => {
      const model = like === null ? undefined : await client.call(calls.getRole, { id: Number(like) })
      const { id } = await client.call(calls.createRole, {
        name,
        ...(model ? { watermark: model.watermark, grants: model.grants } : {}),
      })
      onClose()
      onMade(id)
    })
  return (
    <Modal opened onClose={onClose} title={<FormattedMessage id="roles.new" />}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void create()
        }}
      >
        <Stack>
          <TextInput
            withAsterisk
            label={<FormattedMessage id="accounts.name" />}
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Select
            clearable
            label={<FormattedMessage id="roles.like" />}
            data={roles
              .filter(({ fixed }) => !fixed)
              .map((role) => ({ value: String(role.id), label: roleText(intl, role.name) }))}
            value={like}
            onChange={setLike}
          />
          <ActFailure failure={failure} />
          <DialogButtons onClose={onClose} busy={busy} disabled={name.trim() === ''}>
            <FormattedMessage id="accounts.create" />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
