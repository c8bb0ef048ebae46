import { FormattedMessage, useIntl } from 'react-intl'
import { DayTimeInput } from '../../../components/day-input/day-time-input.tsx'
import { instantOf } from './local-instant.ts'
import { instantText } from './schedule-lines.tsx'

interface ScheduleFieldProps {
  readonly action: 'validate' | 'unpublish'
  /** A local time, as `2026-10-25T02:30`; empty: not set; a day without its time ends on the `T`. */
  readonly value: string
  readonly zone: string
  readonly isFirst: boolean
  readonly problem: 'past' | 'order' | 'time' | undefined
  readonly onChange: (value: string) => void
}

/** When something happens to a page, in the time of this browser; says which instant is meant. */
export function ScheduleField({ action, value, zone, isFirst, problem, onChange }: ScheduleFieldProps) {
  const intl = useIntl()
  const found = instantOf(value, zone)
  return (
    <DayTimeInput
      label={intl.formatMessage({ id: `pageSchedule.${action}` })}
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
      error={problem && <FormattedMessage id={`pageSchedule.problem.${problem}`} />}
      placeholder={intl.formatMessage({ id: 'pageSchedule.none' })}
      clearLabel={intl.formatMessage({ id: `pageSchedule.clear.${action}` })}
      data-autofocus={isFirst || undefined}
      value={value}
      usualTime="09:00"
      onChange={onChange}
    />
  )
}
