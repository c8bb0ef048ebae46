import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { TextId } from '../../../translations/texts.ts'
import { failureText, type Standing } from './maintenance.ts'

interface Notice {
  readonly title: TextId
  readonly text: TextId
  readonly color: 'red' | 'yellow' | 'blue'
}

type Notices = Partial<Record<Standing['state'], Notice>>

/** What is wrong with backups, and what to do about it. */
export const backupNotices: Notices = {
  off: { title: 'system.backups.off', text: 'system.backups.off.do', color: 'yellow' },
  none: { title: 'system.backups.none', text: 'system.backups.none.do', color: 'blue' },
  failed: { title: 'system.backups.failed', text: 'system.backups.failed.do', color: 'red' },
  overdue: { title: 'system.backups.overdue', text: 'system.backups.overdue.do', color: 'red' },
  faults: { title: 'system.backups.faults', text: 'system.backups.faults.do', color: 'red' },
}

/** The same of checks. */
export const checkNotices: Notices = {
  failed: { title: 'system.check.failed', text: 'system.check.failed.do', color: 'red' },
  overdue: { title: 'system.check.overdue', text: 'system.check.overdue.do', color: 'red' },
  faults: { title: 'system.check.faults', text: 'system.check.faults.do', color: 'red' },
}

/** The same of the reading of all files. */
export const verifyNotices: Notices = {
  failed: { title: 'system.verify.failed', text: 'system.verify.failed.do', color: 'red' },
  faults: { title: 'system.verify.faults', text: 'system.verify.faults.do', color: 'red' },
}

/** Files that are named in a notice. */
const mostNamed = 10

/** Says how it stands where it is not well, and what to do; nothing where all is. */
export function RunNotice({
  standing: { state, runs },
  notices,
}: {
  readonly standing: Standing
  readonly notices: Notices
}) {
  const intl = useIntl()
  const notice = notices[state]
  if (!notice) return null
  const last = runs.find(({ outcome }) => outcome === 'failed' || outcome === 'faults')
  const faults = state === 'faults' ? (last?.faults ?? []) : []
  return (
    <SystemAlert
      title={notice.title}
      color={notice.color}
      message={state === 'failed' && last ? failureText(intl, last) : null}
    >
      <FormattedMessage
        id={notice.text}
        values={{ count: last?.figures['missing'] ?? 0, backup: last?.backup ?? '' }}
      />
      {faults.length > 0 && (
        <Text component="ul" fz="xs" my={4} style={{ overflowWrap: 'anywhere' }}>
          {faults.slice(0, mostNamed).map(({ sha256, uses }) => (
            <li key={sha256}>
              <code>{sha256}</code>
              {uses.length > 0 && ` (${uses.join('; ')})`}
            </li>
          ))}
        </Text>
      )}
    </SystemAlert>
  )
}

/** What is wrong, why, and what to do. */
export function SystemAlert({
  title,
  color,
  message,
  children,
}: Pick<Notice, 'title' | 'color'> & { readonly message: string | null; readonly children: ReactNode }) {
  return (
    <Alert
      color={color}
      role={color === 'red' ? 'alert' : undefined}
      icon={<IconAlertTriangle aria-hidden />}
      title={<FormattedMessage id={title} />}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      {message !== null && (
        <Text fz="sm" mb={4} style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
      )}
      {children}
    </Alert>
  )
}
