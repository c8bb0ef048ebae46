import { Progress, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { formatBytes } from '../../../translations/format.ts'
import type { Backups } from './maintenance.ts'
import classes from './system.module.css'

/** How far the backup is that is under way. */
export function RunProgress({ backups: { isQueued, runs } }: { readonly backups: Backups }) {
  const intl = useIntl()
  const [run] = runs
  if (run?.outcome !== null || run === undefined)
    return isQueued ? (
      <Text fz="sm" component="output">
        <FormattedMessage id="system.backups.queued" />
      </Text>
    ) : null
  const { tables = 0, rows = 0, files = 0, bytes = 0, allFiles = 0, allBytes = 0 } = run.figures
  return (
    <div className={classes.progress}>
      <Progress
        value={allBytes === 0 ? 100 : Math.min(99, (100 * bytes) / allBytes)}
        animated={allBytes === 0}
        aria-label={intl.formatMessage({ id: 'system.backups.running' })}
      />
      <Text fz="sm" mt={4}>
        {allFiles === 0 ? (
          <FormattedMessage id="system.backups.running.tables" values={{ tables, rows }} />
        ) : (
          <FormattedMessage
            id="system.backups.running.files"
            values={{
              files,
              allFiles,
              bytes: formatBytes(intl, bytes),
              allBytes: formatBytes(intl, allBytes),
            }}
          />
        )}
      </Text>
    </div>
  )
}
