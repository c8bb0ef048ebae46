import type { StorageSum, StorageUse } from '@cartouche/contract'
import { Button, Progress, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { AddressParams } from '../../../address/search-params.ts'
import { StorageUseBar } from '../../../components/storage-use/storage-use.tsx'
import { formatBytes } from '../../../translations/format.ts'
import type { TextId } from '../../../translations/texts.ts'
import classes from '../figures/figures.module.css'

/** What one owner, type or year takes. */
export interface StorageLine extends StorageSum {
  readonly key: string
  readonly name: string
  /** Of an owner who has a limit. */
  readonly use?: StorageUse | null
  /** The list of its files; missing where no list can ask for them. */
  readonly to?: { readonly to: '/browse' | '/administration'; readonly search: AddressParams }
}

/** Lines that are shown before the rest is asked for. */
const linesAtFirst = 10

interface StorageTableProps {
  readonly title: TextId
  /** What the lines are. */
  readonly column: TextId
  readonly lines: readonly StorageLine[]
}

/** What each of a grouping takes: files, originals, renditions, and a bar beside the others'. */
export function StorageTable({ title, column, lines }: StorageTableProps) {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(false)
  const most = Math.max(
    1,
    ...lines.map(({ sizeBytes, renditionsSizeBytes }) => sizeBytes + renditionsSizeBytes),
  )
  const shown = isOpen ? lines : lines.slice(0, linesAtFirst)
  return (
    <div className={classes.group}>
      <h2 className={classes.title}>
        <FormattedMessage id={title} />
      </h2>
      <div className={classes.scroller}>
        <Table className={classes.table} aria-label={intl.formatMessage({ id: title })}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <FormattedMessage id={column} />
              </Table.Th>
              <Table.Th className={classes.number}>
                <FormattedMessage id="storage.column.files" />
              </Table.Th>
              <Table.Th className={classes.number}>
                <FormattedMessage id="storage.originals" />
              </Table.Th>
              <Table.Th className={classes.number}>
                <FormattedMessage id="storage.renditions" />
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ key, name, to, use, files, sizeBytes, renditionsSizeBytes }) => (
              <Table.Tr key={key}>
                <Table.Td className={classes.name}>
                  {to === undefined ? (
                    name
                  ) : (
                    <Link {...to} className={classes.link}>
                      {name}
                    </Link>
                  )}
                  <Progress.Root size={6} mt={4} aria-hidden className={classes.bar}>
                    <Progress.Section value={(100 * sizeBytes) / most} withAria={false} />
                    <Progress.Section
                      value={(100 * renditionsSizeBytes) / most}
                      withAria={false}
                      className={classes.made}
                    />
                  </Progress.Root>
                  {use && (
                    <div className={classes.use}>
                      <StorageUseBar use={use} />
                    </div>
                  )}
                </Table.Td>
                <Table.Td className={classes.number}>
                  <FormattedNumber value={files} />
                </Table.Td>
                <Table.Td className={classes.number}>{formatBytes(intl, sizeBytes)}</Table.Td>
                <Table.Td className={classes.number}>{formatBytes(intl, renditionsSizeBytes)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {lines.length > linesAtFirst && (
        <Button size="compact-sm" variant="subtle" mt={4} onClick={() => setOpen(!isOpen)}>
          <FormattedMessage id={isOpen ? 'action.showLess' : 'action.showMore'} />
        </Button>
      )}
    </div>
  )
}
