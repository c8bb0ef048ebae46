import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import type { TextId } from '../../../translations/translations.tsx'
import type { Backups } from './maintenance.ts'

const notices: Readonly<
  Record<
    Exclude<Backups['state'], 'good'>,
    { readonly title: TextId; readonly text: TextId; readonly color: string }
  >
> = {
  off: { title: 'system.backups.off', text: 'system.backups.off.do', color: 'yellow' },
  none: { title: 'system.backups.none', text: 'system.backups.none.do', color: 'blue' },
  failed: { title: 'system.backups.failed', text: 'system.backups.failed.do', color: 'red' },
  overdue: { title: 'system.backups.overdue', text: 'system.backups.overdue.do', color: 'red' },
  faults: { title: 'system.backups.faults', text: 'system.backups.faults.do', color: 'red' },
}

/** What is wrong with backups, and what to do about it; nothing where all is well. */
export function BackupNotice({ backups: { state, runs } }: { readonly backups: Backups }) {
  if (state === 'good') return null
  const { title, text, color } = notices[state]
  const last = runs.find(({ outcome }) => outcome === 'failed' || outcome === 'faults')
  return (
    <Alert
      color={color}
      role={color === 'red' ? 'alert' : undefined}
      icon={<IconAlertTriangle aria-hidden />}
      title={<FormattedMessage id={title} />}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      {state === 'failed' && last?.message != null && (
        <Text fz="sm" mb={4} style={{ overflowWrap: 'anywhere' }}>
          {last.message}
        </Text>
      )}
      <FormattedMessage id={text} values={{ count: last?.figures['missing'] ?? 0 }} />
    </Alert>
  )
}
