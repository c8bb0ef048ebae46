import { Progress, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { formatBytes } from '../../../translations/format.ts'
import type { TextId } from '../../../translations/texts.ts'
import type { Standing } from './maintenance.ts'

interface RunProgressProps {
  readonly standing: Standing
  readonly kind: 'backups' | 'check'
}

/** How far the backup or the check is that is under way. */
export function RunProgress({ standing: { isQueued, runs }, kind }: RunProgressProps) {
  const intl = useIntl()
  const [run] = runs
  if (run?.outcome !== null)
    return isQueued ? (
      <Text fz="sm" component="output">
        <FormattedMessage id="system.backups.queued" />
      </Text>
    ) : null
  const { bytes = 0, allBytes = 0, found = 0, allFiles = 0 } = run.figures
  const isInFiles = kind === 'backups' ? allFiles > 0 : found > 0
  const share = kind === 'backups' ? bytes / Math.max(1, allBytes) : found / Math.max(1, allFiles)
  const text: TextId = `system.${kind}.running.${isInFiles ? 'files' : 'tables'}`
  const numbers = { files: 0, tables: 0, rows: 0, allTables: 0, ...run.figures, found, allFiles }
  return (
    <div>
      <Progress
        value={isInFiles ? Math.min(99, 100 * share) : 100}
        animated={!isInFiles}
        aria-label={intl.formatMessage({ id: `system.${kind}.running` })}
      />
      <Text fz="sm" mt={4}>
        <FormattedMessage
          id={text}
          values={{ ...numbers, bytes: formatBytes(intl, bytes), allBytes: formatBytes(intl, allBytes) }}
        />
      </Text>
    </div>
  )
}
