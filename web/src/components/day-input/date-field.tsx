import type { FocusEventHandler, KeyboardEventHandler, ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { DayInput } from './day-input.tsx'
import { DayTimeInput } from './day-time-input.tsx'

interface DateFieldProps {
  readonly label: string
  /** Whether it is a time of a day. */
  readonly withTime: boolean
  readonly withAsterisk?: boolean
  readonly error?: ReactNode
  /** Shown while there is no date. Default: that there is none. */
  readonly placeholder?: string | undefined
  /** A day, as `2026-03-01`, or a local time, as `2026-03-01T12:00`; empty: none. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onKeyDown?: KeyboardEventHandler<HTMLElement>
  readonly onBlur?: FocusEventHandler<HTMLElement>
}

/** Asks for the date of something, past or to come, or none. */
export function DateField({ withTime, placeholder, value, onChange, onBlur, ...props }: DateFieldProps) {
  const intl = useIntl()
  const texts = {
    placeholder: placeholder || intl.formatMessage({ id: 'calendar.none' }),
    clearLabel: intl.formatMessage({ id: 'calendar.clear' }),
  }
  return withTime ? (
    <DayTimeInput
      {...props}
      {...texts}
      withPast
      usualTime="00:00"
      value={value}
      onChange={onChange}
      onBlur={onBlur}
    />
  ) : (
    <DayInput {...props} {...texts} withPast value={value || null} onChange={(day) => onChange(day ?? '')} />
  )
}
