import { Input } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import { useId, useState, type FocusEventHandler, type KeyboardEventHandler, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { DayInput } from './day-input.tsx'
import classes from './day-input.module.css'

interface DayTimeInputProps {
  readonly label: string
  readonly description?: ReactNode
  readonly error?: ReactNode
  readonly withAsterisk?: boolean
  readonly 'data-autofocus'?: boolean | undefined
  readonly placeholder: string
  /** Name of the button that takes day and time away. */
  readonly clearLabel: string
  /** A local time, as `2026-10-25T02:30`; empty: none; a day without its time ends on the `T`. */
  readonly value: string
  /** The time of a day that was picked, until another is typed. */
  readonly usualTime: string
  /** Whether days before today can be chosen. */
  readonly withPast?: boolean
  readonly onChange: (value: string) => void
  /** Keys that are pressed in its fields, and that one of them is left. */
  readonly onKeyDown?: KeyboardEventHandler<HTMLElement>
  readonly onBlur?: FocusEventHandler<HTMLElement>
}

/** Asks for a time of a day, or none: the day in a calendar, the time beside it. */
export function DayTimeInput({
  label,
  description,
  error,
  withAsterisk,
  value,
  usualTime,
  onChange,
  onKeyDown,
  onBlur,
  ...dayProps
}: DayTimeInputProps) {
  const intl = useIntl()
  const id = useId()
  const [day = '', time = ''] = value.split('T')
  const { hour12 = false } = new Intl.DateTimeFormat(intl.locale, { hour: 'numeric' }).resolvedOptions()
  // The field of the time keeps what is typed until that is whole: what comes from elsewhere needs another.
  const [own, setOwn] = useState({ value, revision: 0 })
  if (own.value !== value) setOwn({ value, revision: own.revision + 1 })
  const change = (next: string): void => {
    const isOther = (next === '') !== (value === '')
    setOwn({ value: next, revision: own.revision + Number(isOther) })
    onChange(next)
  }
  const isWrong = error !== undefined && error !== null && error !== false
  const described = [description && `${id}-description`, isWrong && `${id}-error`].filter(Boolean).join(' ')
  return (
    <Input.Wrapper
      id={id}
      labelElement="div"
      label={label}
      description={description}
      error={error}
      withAsterisk={withAsterisk ?? false}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- leaving the fields inside, heard in one place */}
      <fieldset
        className={classes.time}
        aria-labelledby={`${id}-label`}
        aria-describedby={described || undefined}
        onBlur={onBlur}
      >
        <DayInput
          {...dayProps}
          name={label}
          flex={1}
          error={isWrong}
          value={day === '' ? null : day}
          onChange={(next) => change(next === null ? '' : `${next}T${day === '' ? usualTime : time}`)}
          onKeyDown={onKeyDown}
        />
        <TimePicker
          key={own.revision}
          defaultValue={time}
          disabled={day === ''}
          w={hour12 ? 120 : 84}
          error={isWrong}
          format={hour12 ? '12h' : '24h'}
          hoursInputLabel={intl.formatMessage({ id: 'calendar.hours' })}
          minutesInputLabel={intl.formatMessage({ id: 'calendar.minutes' })}
          amPmInputLabel={intl.formatMessage({ id: 'calendar.half' })}
          onChange={(next) => change(`${day}T${next.slice(0, 5)}`)}
          onKeyDown={onKeyDown}
        />
      </fieldset>
    </Input.Wrapper>
  )
}
