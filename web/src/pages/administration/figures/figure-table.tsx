import { Button, Progress, Table } from '@mantine/core'
import { IconTableExport } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { AddressParams } from '../../../address/search-params.ts'
import type { TextId } from '../../../translations/texts.ts'
import { saveCsv } from '../../../components/export-table/save-csv.ts'
import classes from './figures.module.css'

/** Something and how often it was: a number for each column. `assetId` and `search` lead to it. */
export interface FigureLine {
  readonly key: string
  readonly name: string
  readonly counts: readonly number[]
  readonly assetId?: number
  readonly search?: AddressParams
  /** What it leads to beside. */
  readonly actions?: ReactNode
}

interface FigureTableProps {
  readonly title: TextId
  /** What the lines are. */
  readonly column: TextId
  /** What is counted, a column each. */
  readonly counted?: readonly TextId[]
  readonly lines: readonly FigureLine[]
  /** What is shown where there are no lines. */
  readonly none?: TextId
  /** How a count is written where it is no plain number. */
  readonly format?: (count: number) => string
}

const oneCount: readonly TextId[] = ['usage.column.count']

/** How often each of a grouping was, a single count with a bar; saved as a table for spreadsheets. */
export function FigureTable({
  title,
  column,
  counted = oneCount,
  lines,
  none = 'usage.none',
  format,
}: FigureTableProps) {
  const intl = useIntl()
  const name = intl.formatMessage({ id: title })
  const most = Math.max(1, ...lines.flatMap(({ counts }) => counts))
  const save = (): void => {
    const heads = [column, ...counted].map((id) => intl.formatMessage({ id }))
    const rows = [heads, ...lines.map((line) => [line.name, ...line.counts])]
    saveCsv(name, rows, intl.locale)
  }
  return (
    <div className={classes.group}>
      <h2 className={classes.title}>{name}</h2>
      <div className={classes.scroller}>
        <Table className={classes.table} aria-label={name}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <FormattedMessage id={column} />
              </Table.Th>
              {counted.map((id) => (
                <Table.Th key={id} className={classes.number}>
                  <FormattedMessage id={id} />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line.key}>
                <Table.Td className={classes.name}>
                  <LineName line={line} />
                  {line.counts.length === 1 && (
                    <Progress.Root size={6} mt={4} aria-hidden className={classes.bar}>
                      <Progress.Section value={(100 * (line.counts[0] ?? 0)) / most} withAria={false} />
                    </Progress.Root>
                  )}
                  {line.actions}
                </Table.Td>
                {line.counts.map((count, index) => (
                  <Table.Td key={counted[index]} className={classes.number}>
                    {format ? format(count) : <FormattedNumber value={count} />}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
            {lines.length === 0 && (
              <Table.Tr>
                <Table.Td colSpan={1 + counted.length}>
                  <FormattedMessage id={none} />
                </Table.Td>
              </Table.Tr>
            )}
          </Table.Tbody>
        </Table>
      </div>
      {lines.length > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          mt="lg"
          leftSection={<IconTableExport size={16} />}
          onClick={save}
          aria-label={intl.formatMessage({ id: 'usage.export' }, { name })}
        >
          <FormattedMessage id="records.export" />
        </Button>
      )}
    </div>
  )
}

function LineName({ line: { name, assetId, search } }: { readonly line: FigureLine }) {
  if (assetId !== undefined)
    return (
      <Link to="/browse/$assetId" params={{ assetId: String(assetId) }} className={classes.link}>
        {name}
      </Link>
    )
  if (search === undefined) return name
  return (
    <Link to="/browse" search={search} className={classes.link}>
      {name}
    </Link>
  )
}
