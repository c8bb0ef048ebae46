import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconLayoutCollage, IconLayoutGrid } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import classes from './light-table.module.css'

interface ViewSwitchProps {
  readonly isTable: boolean
  readonly onTable: (isTable: boolean) => void
}

const views = [
  ['wall', IconLayoutGrid],
  ['table', IconLayoutCollage],
] as const

/** Shows a cart as its wall, in order, or as its light table. */
export function ViewSwitch({ isTable, onTable }: ViewSwitchProps) {
  const intl = useIntl()
  return (
    <SegmentedControl
      size="xs"
      value={isTable ? 'table' : 'wall'}
      onChange={(view) => onTable(view === 'table')}
      aria-label={intl.formatMessage({ id: 'browse.view' })}
      data={views.map(([value, Icon]) => ({
        value,
        label: (
          <Tooltip label={<FormattedMessage id={`cart.view.${value}`} />}>
            <span className={classes.view}>
              <Icon size={16} stroke={1.7} aria-hidden />
              <VisuallyHidden>
                <FormattedMessage id={`cart.view.${value}`} />
              </VisuallyHidden>
            </span>
          </Tooltip>
        ),
      }))}
    />
  )
}
