import type { CallAnswer, Calls } from '@cartouche/client'
import { Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { formatBytes } from '../../../translations/format.ts'
import classes from '../figures/figures.module.css'

/** The largest originals, each a link to its asset. */
export function LargestFiles({ files }: { readonly files: CallAnswer<Calls['getStorage']>['largest'] }) {
  const intl = useIntl()
  return (
    <div className={classes.group}>
      <h2 className={classes.title}>
        <FormattedMessage id="storage.largest" />
      </h2>
      <div className={classes.scroller}>
        <Table className={classes.table} aria-label={intl.formatMessage({ id: 'storage.largest' })}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <FormattedMessage id="column.name" />
              </Table.Th>
              <Table.Th className={classes.owner}>
                <FormattedMessage id="records.column.owner" />
              </Table.Th>
              <Table.Th className={classes.number}>
                <FormattedMessage id="column.size" />
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {files.map(({ id, name, fileName, owner, sizeBytes }) => (
              <Table.Tr key={id}>
                <Table.Td className={classes.name}>
                  <Link to="/browse/$assetId" params={{ assetId: String(id) }} className={classes.link}>
                    {name ?? intl.formatMessage({ id: 'entity.number' }, { id: String(id) })}
                  </Link>
                  {fileName !== null && fileName !== name && (
                    <div className={classes.fileName}>{fileName}</div>
                  )}
                </Table.Td>
                <Table.Td className={classes.owner}>{owner?.name ?? '–'}</Table.Td>
                <Table.Td className={classes.number}>{formatBytes(intl, sizeBytes)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </div>
  )
}
