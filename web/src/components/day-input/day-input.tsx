import '@mantine/dates/styles.css'
import 'dayjs/locale/fr'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import { useState, type KeyboardEventHandler, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { languageOf } from '../../translations/languages.ts'
import { dayOfLocal, firstWeekday } from './days.ts'

interface DayInputProps {
  /** Missing: it stands elsewhere, and `name` says what the day is of. */
  readonly label?: ReactNode
  readonly name?: string
  readonly description?: ReactNode
  /** What is wrong with it, or that something is, which is said elsewhere. */
  readonly error?: ReactNode
  readonly withAsterisk?: boolean
  readonly 'data-autofocus'?: boolean | undefined
  readonly flex?: number
  readonly size?: 'xs'
  readonly className?: string | undefined
  readonly leftSection?: ReactNode
  readonly leftSectionWidth?: number
  readonly rightSectionWidth?: number
  readonly placeholder: string
  /** A day, as `2026-03-01`; null: none. */
  readonly value: string | null
  readonly onChange: (day: string | null) => void
  /** Keys that are pressed on the field, not in the calendar. */
  readonly onKeyDown?: KeyboardEventHandler<HTMLElement> | undefined
  /** Whether days before today can be chosen. */
  readonly withPast?: boolean
  /** Bounds, inclusive, as `2026-03-01`; missing: none. `first` counts where days before today do. */
  readonly first?: string | undefined
  readonly last?: string | undefined
  /** For a field in a popover, which a click outside of it closes: the calendar lies in it. */
  readonly withinPortal?: false
  /** Name of the button that takes the day away; missing: there is none. */
  readonly clearLabel?: string
}

/** Asks for a day, or none: written as in the reader's language, in weeks that begin as in their region. */
export function DayInput({
  clearLabel,
  value,
  name,
  withPast = false,
  first,
  last,
  withinPortal,
  ...props
}: DayInputProps) {
  const intl = useIntl()
  const [previous, next] = [
    intl.formatMessage({ id: 'calendar.previous' }),
    intl.formatMessage({ id: 'calendar.next' }),
  ]
  const text = value === null ? '' : intl.formatDate(`${value}T00:00:00`, { dateStyle: 'medium' })
  const [today] = useState(() => dayOfLocal(new Date()))
  return (
    <DatesProvider
      settings={{
        locale: languageOf(intl.locale),
        firstDayOfWeek: firstWeekday(intl.locale),
        weekendDays: [],
      }}
    >
      <DatePickerInput
        {...props}
        // A name covers what the field shows.
        aria-label={name && [name, text || props.placeholder].join(', ')}
        value={value}
        minDate={withPast ? first : today}
        maxDate={last}
        // Or a dialog around it would lose the focus to the page behind.
        popoverProps={{ returnFocus: true, withinPortal }}
        ariaLabels={{
          previousMonth: previous,
          nextMonth: next,
          previousYear: previous,
          nextYear: next,
          previousDecade: previous,
          nextDecade: next,
        }}
        clearable={clearLabel !== undefined}
        clearButtonProps={{ 'aria-label': clearLabel }}
        valueFormatter={() => text}
      />
    </DatesProvider>
  )
}
