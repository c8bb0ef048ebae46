import '@mantine/dates/styles.css'
import 'dayjs/locale/fr'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import { useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { languageOf } from '../../../../translations/translations.tsx'

interface ExpiryInputProps {
  readonly label: ReactNode
  readonly description?: ReactNode
  /** A day, as `2026-03-01`; null: never. */
  readonly value: string | null
  readonly onChange: (day: string | null) => void
}

const dayOfLocal = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/** The day of an instant where the reader is; null of none. */
export function dayOf(instant: string | null): string | null {
  return instant === null ? null : dayOfLocal(new Date(instant))
}

/** The end of a day where the reader is, as an instant. */
export function endOf(day: string | null): string | null {
  return day === null ? null : new Date(`${day}T23:59:59`).toISOString()
}

/** The last day of a key: today or later, or none. */
export function ExpiryInput({ label, description, value, onChange }: ExpiryInputProps) {
  const intl = useIntl()
  const [today] = useState(() => dayOfLocal(new Date()))
  return (
    <DatesProvider settings={{ locale: languageOf(intl.locale), weekendDays: [] }}>
      <DatePickerInput
        label={label}
        description={description}
        placeholder={intl.formatMessage({ id: 'keys.never' })}
        value={value}
        onChange={onChange}
        minDate={today}
        clearable
        clearButtonProps={{ 'aria-label': intl.formatMessage({ id: 'keys.expires.clear' }) }}
        valueFormat="D MMM YYYY"
      />
    </DatesProvider>
  )
}
