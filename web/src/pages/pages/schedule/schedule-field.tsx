import { Input } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import { useId } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DayInput } from '../../../components/day-input/day-input.tsx'
import { instantOf } from './local-instant.ts'
import { instantText } from './schedule-lines.tsx'
import classes from './schedule.module.css'

interface ScheduleFieldProps {
  readonly action: 'validate' | 'unpublish'
  /** A local time, as `2026-10-25T02:30`; empty: not set; a day without its time ends on the `T`. */
  readonly value: string
  readonly zone: string
  readonly isFirst: boolean
  readonly problem: 'past' | 'order' | 'time' | undefined
  readonly onChange: (value: string) => void
}

/** The time of a day that was picked, until another is typed. */
const usualTime = '09:00'

/** When something happens to a page, in the time of this browser; says which instant is meant. */
export function ScheduleField({ action, value, zone, isFirst, problem, onChange }: ScheduleFieldProps) {
  const intl = useIntl()
  const id = useId()
  const found = instantOf(value, zone)
  const [day = '', time = ''] = value.split('T')
  const { hour12 = false } = new Intl.DateTimeFormat(intl.locale, { hour: 'numeric' }).resolvedOptions()
  return (
    <Input.Wrapper
      id={id}
      labelElement="div"
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
      error={problem ? <FormattedMessage id={`pageSchedule.problem.${problem}`} /> : null}
    >
      <fieldset
        className={classes.time}
        aria-labelledby={`${id}-label`}
        aria-describedby={problem ? `${id}-description ${id}-error` : `${id}-description`}
      >
        <DayInput
          name={intl.formatMessage({ id: `pageSchedule.${action}` })}
          placeholder={intl.formatMessage({ id: 'pageSchedule.none' })}
          flex={1}
          data-autofocus={isFirst || undefined}
          error={problem !== undefined}
          value={day === '' ? null : day}
          onChange={(next) => onChange(next === null ? '' : `${next}T${day === '' ? usualTime : time}`)}
          clearLabel={intl.formatMessage({ id: `pageSchedule.clear.${action}` })}
        />
        <TimePicker
          // It keeps what is typed of a time until that is whole; a day that goes or comes takes it along.
          key={String(day === '')}
          defaultValue={time}
          disabled={day === ''}
          w={hour12 ? 120 : 84}
          error={problem !== undefined}
          format={hour12 ? '12h' : '24h'}
          hoursInputLabel={intl.formatMessage({ id: 'pageSchedule.hours' })}
          minutesInputLabel={intl.formatMessage({ id: 'pageSchedule.minutes' })}
          amPmInputLabel={intl.formatMessage({ id: 'pageSchedule.half' })}
          onChange={(next) => onChange(`${day}T${next.slice(0, 5)}`)}
        />
      </fieldset>
    </Input.Wrapper>
  )
}
