import type { CallAnswer, Calls } from '@cartouche/client'
import { Button, Table, Text, UnstyledButton } from '@mantine/core'
import { IconTableExport } from '@tabler/icons-react'
import { FormattedDate, FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { saveCsv } from '../../../../components/export-table/save-csv.ts'
import classes from '../../figures/figures.module.css'

type Called = CallAnswer<Calls['getApplicationUsage']>['calls'][number]

const counted = ['count', 'failures', 'refused'] as const

/** Each call with how often it was made, how often it failed, and when last; saved for spreadsheets. */
export function CallTable({
  calls,
  onChoose,
}: {
  readonly calls: readonly Called[]
  /** Shows the days of one. */
  readonly onChoose: (call: string) => void
}) {
  const intl = useIntl()
  const name = intl.formatMessage({ id: 'calls.byCall' })
  const save = (): void => {
    const heads = (
      ['calls.call', ...counted.map((one) => `calls.${one}` as const), 'calls.last'] as const
    ).map((id) => intl.formatMessage({ id }))
    const rows = [
      heads,
      ...calls.map(({ call, count, failures, refused, lastAt }) => [call, count, failures, refused, lastAt]),
    ]
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
                <FormattedMessage id="calls.call" />
              </Table.Th>
              {counted.map((one) => (
                <Table.Th key={one} className={classes.number}>
                  <FormattedMessage id={`calls.${one}`} />
                </Table.Th>
              ))}
              <Table.Th className={classes.number} visibleFrom="sm">
                <FormattedMessage id="calls.last" />
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {calls.map((one) => (
              <Table.Tr key={one.call}>
                <Table.Td className={classes.name}>
                  <UnstyledButton fz="sm" className={classes.link} onClick={() => onChoose(one.call)}>
                    {one.call}
                  </UnstyledButton>
                  {/* A phone has no room for the last column. */}
                  <Text fz="xs" c="dimmed" hiddenFrom="sm">
                    <FormattedDate value={one.lastAt} dateStyle="medium" timeStyle="short" />
                  </Text>
                </Table.Td>
                {counted.map((what) => (
                  <Table.Td key={what} className={classes.number}>
                    <FormattedNumber value={one[what]} />
                  </Table.Td>
                ))}
                <Table.Td className={classes.number} visibleFrom="sm">
                  <FormattedDate value={one.lastAt} dateStyle="medium" timeStyle="short" />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Button
        size="compact-sm"
        variant="subtle"
        mt={4}
        leftSection={<IconTableExport size={16} aria-hidden />}
        onClick={save}
        aria-label={intl.formatMessage({ id: 'usage.export' }, { name })}
      >
        <FormattedMessage id="records.export" />
      </Button>
    </div>
  )
}
