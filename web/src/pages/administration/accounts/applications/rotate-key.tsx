import {
  calls,
  type ApplicationKey,
  type CallAnswer,
  type Calls,
  type ListedAccount,
} from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../../../../components/return-focus/use-return-focus.ts'
import { ConfirmDialog } from '../../confirm-dialog.tsx'
import { useAct } from '../../use-act.ts'
import { DayInput } from '../../../../components/day-input/day-input.tsx'
import { endOf } from '../../../../components/day-input/days.ts'
import { NewKeySecret } from './new-key-secret.tsx'

/** Hours that the secret before is good for. */
const overlaps = ['24', '168', '720', '0'] as const
const hourMs = 3_600_000

interface RotateKeyProps {
  readonly application: ListedAccount
  readonly apiKey: ApplicationKey
  /** As it is shown. */
  readonly name: string
  readonly onClose: () => void
}

/** Gives a key another secret, and shows it; the one before goes on for a while. */
export function RotateKey({ application, apiKey, name, onClose }: RotateKeyProps) {
  useReturnFocus()
  const intl = useIntl()
  const client = useClient()
  const { busy, failure, act } = useAct(calls.listApplicationKeys, calls.listEndingKeys)
  const [hours, setHours] = useState<string>('24')
  const [day, setDay] = useState<string | null>(null)
  const [made, setMade] = useState<CallAnswer<Calls['rotateApplicationKey']> | null>(null)
  const rotate = async (): Promise<void> => {
    const endsAt = hours === '0' ? null : new Date(Date.now() + Number(hours) * hourMs).toISOString()
    await act(async () =>
      setMade(
        await client.call(calls.rotateApplicationKey, {
          id: application.id,
          keyId: apiKey.id,
          endsAt,
          expiresAt: endOf(day),
        }),
      ),
    )
  }
  if (made !== null) return <NewKeySecret name={application.name} made={made} onClose={onClose} />
  return (
    <ConfirmDialog
      title={<FormattedMessage id="accounts.rotate.title" values={{ name }} />}
      label={<FormattedMessage id="accounts.rotate" />}
      busy={busy}
      failure={failure}
      onClose={onClose}
      onConfirm={() => void rotate()}
    >
      <Text>
        <FormattedMessage id="keys.rotate.text" />
      </Text>
      <Select
        allowDeselect={false}
        label={<FormattedMessage id="accounts.overlap" />}
        data={overlaps.map((value) => ({
          value,
          label: intl.formatMessage({ id: `accounts.overlap.${value}` }),
        }))}
        value={hours}
        onChange={(value) => setHours(value ?? '24')}
      />
      <DayInput
        label={<FormattedMessage id="keys.expires" />}
        placeholder={intl.formatMessage({ id: 'keys.never' })}
        value={day}
        onChange={setDay}
        clearLabel={intl.formatMessage({ id: 'keys.expires.clear' })}
      />
    </ConfirmDialog>
  )
}
