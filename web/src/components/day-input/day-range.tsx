import { Group } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { DayInput } from './day-input.tsx'

interface DayRangeProps {
  /** Days as `2026-03-01`, both inclusive; empty: no bound. */
  readonly from: string
  readonly until: string
  readonly size?: 'xs'
  readonly rightSectionWidth?: number
  readonly withinPortal?: false
  readonly className?: string | undefined
  readonly onChange: (changed: { readonly from?: string; readonly until?: string }) => void
}

/** Two bounds of a date beside one another; the second is not before the first. */
export function DayRange({ from, until, onChange, className, ...props }: DayRangeProps) {
  const intl = useIntl()
  const texts = (bound: 'from' | 'until') => ({
    label: <FormattedMessage id={`browse.${bound}`} />,
    placeholder: intl.formatMessage({ id: 'calendar.any' }),
    clearLabel: intl.formatMessage({ id: `calendar.clear.${bound}` }),
  })
  return (
    <Group gap="xs" grow wrap="nowrap" className={className}>
      <DayInput
        {...props}
        {...texts('from')}
        withPast
        last={until || undefined}
        value={from || null}
        onChange={(day) => onChange({ from: day ?? '' })}
      />
      <DayInput
        {...props}
        {...texts('until')}
        withPast
        first={from || undefined}
        value={until || null}
        onChange={(day) => onChange({ until: day ?? '' })}
      />
    </Group>
  )
}
