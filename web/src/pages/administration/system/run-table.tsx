import { Badge, Table, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { formatBytes, formatDuration } from '../../../translations/format.ts'
import { failureText, type Run } from './maintenance.ts'
import { SystemTable } from './system-table.tsx'
import classes from './system.module.css'

const colors = { done: 'green', faults: 'red', failed: 'red', stopped: 'gray', running: 'blue' } as const

/** The last backups, the newest first. */
export function RunTable({ runs }: { readonly runs: readonly Run[] }) {
  const intl = useIntl()
  return (
    <SystemTable
      title="system.backups.history"
      none="system.backups.history.none"
      columns={[
        'system.backups.began',
        'system.backups.outcome',
        'system.duration',
        'system.backups.size',
        'system.backups.new',
      ]}
      isEmpty={runs.length === 0}
    >
      {runs.map((run) => {
        const { beganAt, endedAt, outcome, figures } = run
        const reason = outcome === 'stopped' ? null : failureText(intl, run)
        const size = (bytes: number | undefined): string =>
          bytes === undefined ? '–' : formatBytes(intl, bytes)
        return (
          <Table.Tr key={beganAt}>
            <Table.Td className={classes.text}>
              <span className={classes.day}>{intl.formatDate(beganAt, { dateStyle: 'medium' })},</span>{' '}
              {intl.formatTime(beganAt, { timeStyle: 'short' })}
              {reason !== null && (
                <Text fz="xs" c="dimmed">
                  {outcome === 'failed' ? (
                    reason
                  ) : (
                    <FormattedMessage id="system.backups.notDeleted" values={{ reason }} />
                  )}
                </Text>
              )}
            </Table.Td>
            <Table.Td className={classes.number}>
              <Badge
                size="sm"
                variant="light"
                color={colors[outcome ?? 'running']}
                c="var(--mantine-color-text)"
                miw="max-content"
              >
                <FormattedMessage id={`system.outcome.${outcome ?? 'running'}`} />
              </Badge>
            </Table.Td>
            <Table.Td className={classes.number}>
              {endedAt === null || outcome === 'stopped'
                ? '–'
                : formatDuration((Date.parse(endedAt) - Date.parse(beganAt)) / 1000)}
            </Table.Td>
            <Table.Td className={classes.number}>{size(figures['bytes'])}</Table.Td>
            <Table.Td className={classes.number}>{size(figures['newBytes'])}</Table.Td>
          </Table.Tr>
        )
      })}
    </SystemTable>
  )
}
