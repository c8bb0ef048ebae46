import { Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { TextId } from '../../../translations/texts.ts'
import classes from './system.module.css'

interface SystemTableProps {
  readonly title: TextId
  /** What is said where there are no rows. */
  readonly none: TextId
  readonly columns: readonly TextId[]
  readonly isEmpty: boolean
  readonly children: ReactNode
}

/** A table with its heading; the first column is text, the others stand at its right, spread. */
export function SystemTable({ title, none, columns, isEmpty, children }: SystemTableProps) {
  const intl = useIntl()
  const name = intl.formatMessage({ id: title })
  return (
    <div className={classes.group}>
      <h2 className={classes.title}>{name}</h2>
      {isEmpty ? (
        <Text fz="sm" c="dimmed">
          <FormattedMessage id={none} />
        </Text>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard, too
        <section className={classes.scroller} tabIndex={0} aria-label={name}>
          <Table className={classes.table} aria-label={name}>
            <Table.Thead>
              <Table.Tr>
                {columns.map((column, at) => (
                  <Table.Th key={column} className={at === 0 ? classes.text : classes.number}>
                    <FormattedMessage id={column} />
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>{children}</Table.Tbody>
          </Table>
        </section>
      )}
    </div>
  )
}
