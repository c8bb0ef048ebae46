import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import { nameField } from './column-choice.ts'
import type { ColumnControl } from './use-columns.ts'
import classes from './asset-table.module.css'

/** Chooses the columns of the table and their order. The name stays, first. */
export function ColumnsMenu({
  columns: { shown, known, toggle, move, reset },
}: {
  readonly columns: ColumnControl
}) {
  const intl = useIntl()
  const [opened, setOpened] = useState(false)
  const label = intl.formatMessage({ id: 'column.choose' })
  const fields = shown.map(({ field }) => field)
  // Those that are shown first, in their order: a row goes where its column goes.
  const listed = [...shown, ...known.filter(({ field }) => !fields.includes(field))]
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus width={260}>
      <Popover.Target>
        <Tooltip label={label} disabled={opened}>
          <ActionIcon size={28} aria-label={label} onClick={() => setOpened(!opened)}>
            <IconColumns3 size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={label}>
        <ul className={classes.columns}>
          {listed.map((column) => {
            const at = fields.indexOf(column.field)
            const name = column.label
            return (
              <li key={column.field}>
                <Checkbox
                  size="xs"
                  label={name}
                  checked={at >= 0}
                  disabled={column.field === nameField}
                  onChange={() => toggle(column.field)}
                  className={classes.columnName}
                />
                <ActionIcon
                  size={24}
                  disabled={at < 2}
                  onClick={() => move(column.field, -1)}
                  aria-label={intl.formatMessage({ id: 'column.left' }, { name })}
                >
                  <IconChevronUp size={15} stroke={1.7} />
                </ActionIcon>
                <ActionIcon
                  size={24}
                  disabled={at < 1 || at === fields.length - 1}
                  onClick={() => move(column.field, 1)}
                  aria-label={intl.formatMessage({ id: 'column.right' }, { name })}
                >
                  <IconChevronDown size={15} stroke={1.7} />
                </ActionIcon>
              </li>
            )
          })}
        </ul>
        <Button size="compact-sm" variant="subtle" onClick={reset}>
          <FormattedMessage id="column.reset" />
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
