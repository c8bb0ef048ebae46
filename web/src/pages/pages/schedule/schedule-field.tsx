import { CloseButton, TextInput } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { instantOf } from './local-instant.ts'
import { instantText } from './schedule-lines.tsx'

interface ScheduleFieldProps {
  readonly action: 'validate' | 'unpublish'
  /** A local time, as `2026-10-25T02:30`; empty: not set. */
  readonly value: string
  readonly zone: string
  readonly isFirst: boolean
  readonly problem: 'past' | 'order' | undefined
  readonly onChange: (value: string) => void
}

/** When something happens to a page, in the time of this browser; says which instant is meant. */
export function ScheduleField({ action, value, zone, isFirst, problem, onChange }: ScheduleFieldProps) {
  const intl = useIntl()
  const found = instantOf(value, zone)
  return (
    <TextInput
      type="datetime-local"
      label={<FormattedMessage id={`pageSchedule.${action}`} />}
      description={
        <>
          <FormattedMessage id={`pageSchedule.${action}.hint`} />
          {found && found.kind !== 'once' && (
            <>
              {' '}
              <strong>
                <FormattedMessage
                  id={`pageSchedule.${found.kind}`}
                  values={{ at: instantText(intl, found.at) }}
                />
              </strong>
            </>
          )}
        </>
      }
      data-autofocus={isFirst || undefined}
      max="9999-12-31T23:59"
      value={value}
      error={problem ? <FormattedMessage id={`pageSchedule.problem.${problem}`} /> : null}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSection={
        value === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={intl.formatMessage({ id: `pageSchedule.clear.${action}` })}
            onClick={() => onChange('')}
          />
        )
      }
    />
  )
}
