import { ActionIcon, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import { useSay } from '../spoken/spoken.ts'
import classes from './selection-bar.module.css'

interface SelectionBarProps {
  /** Selected entries of the list; the bar is there while there are some. */
  readonly count: number
  readonly onClear: () => void
  /** What can be done with them. */
  readonly children: ReactNode
}

/** What can be done with the selected rows of a table; floats over the foot of the list. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  const intl = useIntl()
  useSay(
    count === 0 ? null : intl.formatMessage({ id: 'selection.count' }, { count }),
    intl.formatMessage({ id: 'selection.none' }),
  )
  if (count === 0) return null
  return (
    <div className={classes.place}>
      <section
        className={classes.bar}
        data-selection-bar
        aria-label={intl.formatMessage({ id: 'selection.bar' })}
      >
        <Text fw={600} className={classes.count}>
          <FormattedMessage id="selection.count" values={{ count }} />
        </Text>
        {children}
        <Tooltip label={<FormattedMessage id="selection.clear" />}>
          <ActionIcon onClick={onClear} aria-label={intl.formatMessage({ id: 'selection.clear' })}>
            <IconX size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </section>
    </div>
  )
}
