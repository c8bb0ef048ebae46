import { pagesOf } from '@cartouche/client'
import { useCan, useClient, useReadable } from '@cartouche/react'
import { Alert, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DialogButtons } from '../../../components/dialog-buttons/dialog-buttons.tsx'
import { useReturnFocus } from '../../../components/return-focus/use-return-focus.ts'
import { errorText } from '../../../translations/error-text.ts'
import { browserZone, instantOf, localOf } from './local-instant.ts'
import { ScheduleField } from './schedule-field.tsx'
import type { ScheduleTargets } from './schedule-targets.ts'

const actions = ['validate', 'unpublish'] as const
type Action = (typeof actions)[number]
type Typed = Readonly<Record<Action, string>>

interface ScheduleDialogProps {
  readonly name: string
  readonly targets: ScheduleTargets
  readonly onClose: () => void
}

/** Sets when a page is published and unpublished, or changes it; an empty field takes it back. */
export function ScheduleDialog({ name, targets, onClose }: ScheduleDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const { schedules } = pagesOf(useClient())
  const { schedules: all } = useReadable(schedules.snapshots)
  const may = { validate: useCan('page/validate'), unpublish: useCan('page/unpublish') }
  const zone = browserZone()
  const setNow = (action: Action): string => {
    const known = all.find((one) => one.action === action && one.page === targets[action])
    return known ? localOf(new Date(known.at), zone) : ''
  }
  const [before] = useState<Typed>({ validate: setNow('validate'), unpublish: setNow('unpublish') })
  const [typed, setTyped] = useState<Typed>(before)
  const [isChecked, setChecked] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const shown = actions.filter((action) => may[action] && targets[action] !== undefined)
  const problems = problemsOf(typed, before, zone)
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setChecked(true)
    if (shown.some((action) => problems[action])) return
    setBusy(true)
    setFailure(null)
    try {
      for (const action of shown) {
        const page = targets[action]
        if (page === undefined || typed[action] === before[action]) continue
        const found = instantOf(typed[action], zone)
        await (found ? schedules.set(page, action, found.at) : schedules.cancel(page, action))
      }
      notifications.show({ message: intl.formatMessage({ id: 'pageSchedule.done' }, { name }) })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={<FormattedMessage id="pageSchedule.title" values={{ name }} />}>
      <form onSubmit={(event) => void save(event)} noValidate>
        <Stack gap="md">
          {shown.map((action, at) => (
            <ScheduleField
              key={action}
              action={action}
              value={typed[action]}
              zone={zone}
              isFirst={at === 0}
              problem={isChecked ? problems[action] : undefined}
              onChange={(value) => setTyped({ ...typed, [action]: value })}
            />
          ))}
          <Text fz="sm" c="dimmed">
            <FormattedMessage id="pageSchedule.zone" values={{ zone }} />
          </Text>
          {failure !== null && (
            <Alert color="red" role="alert">
              {errorText(intl, failure)}
            </Alert>
          )}
          <DialogButtons onClose={onClose} busy={busy}>
            <FormattedMessage id="action.save" />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}

type Problem = 'past' | 'order' | 'time'

function problemsOf(typed: Typed, before: Typed, zone: string): Record<Action, Problem | undefined> {
  const [from, to] = [instantOf(typed.validate, zone), instantOf(typed.unpublish, zone)]
  const isPast = (action: Action, at: Date | undefined): boolean =>
    at !== undefined && typed[action] !== before[action] && at.getTime() <= Date.now()
  const isHalf = (action: Action, at: Date | undefined): boolean => typed[action] !== '' && at === undefined
  const problemOf = (action: Action, at: Date | undefined): Problem | undefined =>
    isHalf(action, at) ? 'time' : isPast(action, at) ? 'past' : undefined
  const isBefore = from !== undefined && to !== undefined && to.at <= from.at
  return {
    validate: problemOf('validate', from?.at),
    unpublish: problemOf('unpublish', to?.at) ?? (isBefore ? 'order' : undefined),
  }
}
