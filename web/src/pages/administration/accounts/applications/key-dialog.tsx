import {
  calls,
  type ApplicationKey,
  type CallAnswer,
  type Calls,
  type ListedAccount,
} from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Modal, Stack, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DialogButtons } from '../../../../components/dialog-buttons/dialog-buttons.tsx'
import { useReturnFocus } from '../../../../components/return-focus/use-return-focus.ts'
import { ActFailure } from '../../act-failure.tsx'
import { useAct } from '../../use-act.ts'
import { DayInput } from '../../../../components/day-input/day-input.tsx'
import { dayOf, endOf } from '../../../../components/day-input/days.ts'
import { NewKeySecret } from './new-key-secret.tsx'

interface KeyDialogProps {
  readonly application: ListedAccount
  /** null: a new one. */
  readonly apiKey: ApplicationKey | null
  readonly onClose: () => void
}

/** Makes a key of an application and shows its secret, or changes its name and its end. */
export function KeyDialog({ application, apiKey, onClose }: KeyDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const client = useClient()
  const { busy, failure, act } = useAct(calls.listApplicationKeys, calls.listEndingKeys)
  const [name, setName] = useState(apiKey?.name ?? '')
  const [day, setDay] = useState(dayOf(apiKey?.expiresAt ?? null))
  const [made, setMade] = useState<CallAnswer<Calls['createApplicationKey']> | null>(null)
  const [isTried, setTried] = useState(false)
  const isMissing = name.trim() === ''
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    if (isMissing) return
    const expiresAt = endOf(day)
    if (apiKey === null)
      await act(async () =>
        setMade(await client.call(calls.createApplicationKey, { id: application.id, name, expiresAt })),
      )
    else if (await act(() => change(apiKey, expiresAt))) onClose()
  }
  const change = async ({ id: keyId, expiresAt: before }: ApplicationKey, expiresAt: string | null) => {
    const end = day === dayOf(before) ? {} : { expiresAt }
    await client.call(calls.updateApplicationKey, { id: application.id, keyId, name, ...end })
  }
  if (made !== null) return <NewKeySecret name={application.name} made={made} onClose={onClose} />
  return (
    <Modal
      opened
      onClose={onClose}
      title={<FormattedMessage id={apiKey === null ? 'keys.add' : 'keys.edit.title'} />}
    >
      <form onSubmit={(event) => void save(event)} noValidate>
        <Stack>
          <TextInput
            withAsterisk
            data-autofocus
            label={<FormattedMessage id="accounts.name" />}
            description={<FormattedMessage id="keys.name.hint" />}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={isTried && isMissing ? intl.formatMessage({ id: 'accounts.needed' }) : null}
          />
          <DayInput
            label={<FormattedMessage id="keys.expires" />}
            placeholder={intl.formatMessage({ id: 'keys.never' })}
            value={day}
            onChange={setDay}
            clearLabel={intl.formatMessage({ id: 'keys.expires.clear' })}
          />
          <ActFailure failure={failure} />
          <DialogButtons onClose={onClose} busy={busy}>
            <FormattedMessage id={apiKey === null ? 'accounts.create' : 'action.save'} />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
