import { calls, readsOf } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Alert, Skeleton, Text } from '@mantine/core'
import { IconDeviceFloppy, IconRestore } from '@tabler/icons-react'
import { useEffect, type ReactNode } from 'react'
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl'
import { errorText } from '../../../translations/error-text.ts'
import { formatAgo } from '../../../translations/format.ts'
import type { TextId } from '../../../translations/texts.ts'
import { failureText, isBusy, type Maintenance } from './maintenance.ts'
import { RunButton } from './run-button.tsx'
import { backupNotices, checkNotices, RunNotice, SystemAlert, verifyNotices } from './run-notice.tsx'
import { RunProgress } from './run-progress.tsx'
import { RunTable } from './run-table.tsx'
import classes from './system.module.css'

const refreshMs = 5000
/** While one is under way. */
const refreshSoonMs = 1000

/**
 * Backups, their checks and the reading of files: how they stand, what to do where something is wrong, the
 * last backups, and one that is made now.
 */
export function BackupPanel() {
  const reads = readsOf(useClient())
  const { data, error } = useRead(calls.getMaintenance, {}, { freshMs: 0 })
  const isUnderWay = data !== undefined && (isBusy(data.backup) || isBusy(data.check))
  useEffect(() => {
    const timer = setInterval(
      () => {
        if (document.visibilityState === 'visible') reads.invalidate(calls.getMaintenance)
      },
      isUnderWay ? refreshSoonMs : refreshMs,
    )
    return () => clearInterval(timer)
  }, [reads, isUnderWay])
  return (
    <section className={classes.panel} aria-labelledby="backups-title">
      <div className={classes.panelHead}>
        <h2 className={classes.title} id="backups-title">
          <FormattedMessage id="system.backups" />
        </h2>
        {data !== undefined && <Buttons maintenance={data} />}
      </div>
      {data === undefined ? (
        error === null ? (
          <Skeleton h={64} />
        ) : (
          <NotRead error={error} />
        )
      ) : (
        <>
          <RunNotice standing={data.backup} notices={backupNotices} />
          <RunProgress standing={data.backup} kind="backups" />
          <RunNotice standing={data.check} notices={checkNotices} />
          <RunProgress standing={data.check} kind="check" />
          <RunNotice standing={data.verify} notices={verifyNotices} />
          <PointInTimeNotice pointInTime={data.pointInTime} />
          <Facts maintenance={data} />
          {data.backup.runs.length > 0 && <RunTable runs={data.backup.runs} />}
        </>
      )}
    </section>
  )
}

/** Says that what changes is not archived, and why. */
function PointInTimeNotice({ pointInTime }: { readonly pointInTime: Maintenance['pointInTime'] }) {
  const intl = useIntl()
  const { state, until } = pointInTime
  if (state !== 'failed') return null
  return (
    <SystemAlert title="system.pointInTime.failed" color="red" message={failureText(intl, pointInTime)}>
      {until === null ? (
        <FormattedMessage id="system.pointInTime.failed.never" />
      ) : (
        <FormattedMessage id="system.pointInTime.failed.do" values={{ until: formatMoment(intl, until) }} />
      )}
    </SystemAlert>
  )
}

function NotRead({ error }: { readonly error: unknown }) {
  const intl = useIntl()
  return <Alert color="red">{errorText(intl, error)}</Alert>
}

function Buttons({ maintenance: { backup, check } }: { readonly maintenance: Maintenance }) {
  if (backup.place === null) return null
  const icon = { size: 16, stroke: 1.8, 'aria-hidden': true } as const
  return (
    <div className={classes.act}>
      <RunButton call="startBackup" icon={<IconDeviceFloppy {...icon} />} isBusy={isBusy(backup)} />
      {backup.lastGoodAt !== null && (
        <RunButton call="startBackupCheck" icon={<IconRestore {...icon} />} isBusy={isBusy(check)} />
      )}
    </div>
  )
}

function Facts({
  maintenance: { backup, check, verify, pointInTime },
}: {
  readonly maintenance: Maintenance
}) {
  const intl = useIntl()
  const exactly = (instant: string): string => formatMoment(intl, instant)
  const next = (instant: string | null): ReactNode =>
    instant === null ? <FormattedMessage id="system.backups.notScheduled" /> : exactly(instant)
  const last = (instant: string | null): ReactNode =>
    instant === null ? (
      <FormattedMessage id="system.backups.never" />
    ) : (
      <span className={classes.ago} title={exactly(instant)}>
        {formatAgo(intl, instant)}
      </span>
    )
  const { place, keep, isEncrypted } = backup
  return (
    <dl className={classes.facts}>
      <Fact label="system.backups.lastGood">{last(backup.lastGoodAt)}</Fact>
      <Fact label="system.check.last">{last(check.lastGoodAt)}</Fact>
      <Fact label="system.verify.last">{verifiedText(intl, verify)}</Fact>
      {place !== null && (
        <>
          <Fact label="system.backups.next">{next(backup.nextAt)}</Fact>
          <Fact label="system.check.next">{next(check.nextAt)}</Fact>
          {pointInTime.state !== 'off' && (
            <Fact label="system.pointInTime" isLong>
              {reachText(intl, pointInTime)}{' '}
              <Text span fz="sm" c="dimmed">
                (
                <FormattedMessage id="system.pointInTime.days" values={{ days: pointInTime.days ?? 0 }} />)
              </Text>
            </Fact>
          )}
          <Fact label="system.backups.place" isLong>
            {place}{' '}
            <Text span fz="sm" c="dimmed">
              (
              <FormattedMessage
                id={isEncrypted ? 'system.backups.encrypted' : 'system.backups.notEncrypted'}
              />
              , <FormattedMessage id="system.backups.keep" values={{ count: keep ?? 0 }} />)
            </Text>
          </Fact>
        </>
      )}
    </dl>
  )
}

/** Which moments can be brought back. */
function reachText(intl: IntlShape, { from, until }: Maintenance['pointInTime']): string {
  if (from === null || until === null) return intl.formatMessage({ id: 'system.pointInTime.none' })
  const values = { from: formatMoment(intl, from), until: formatMoment(intl, until) }
  return intl.formatMessage({ id: 'system.pointInTime.reach' }, values)
}

/** When all files were read last, and how far the round is that goes on. */
function verifiedText(intl: IntlShape, { days, runs }: Maintenance['verify']): string {
  if (days === 0) return intl.formatMessage({ id: 'system.verify.off' })
  const { checked = 0, allFiles = 0, roundEndedMs = 0 } = runs[0]?.figures ?? {}
  const share = intl.formatNumber(Math.min(1, checked / Math.max(1, allFiles)), {
    style: 'percent',
    maximumFractionDigits: 0,
  })
  if (roundEndedMs === 0) return intl.formatMessage({ id: 'system.verify.progress' }, { share, days })
  const when = formatAgo(intl, new Date(roundEndedMs).toISOString())
  return intl.formatMessage({ id: 'system.verify.lastAndProgress' }, { when, share, days })
}

const formatMoment = (intl: IntlShape, instant: string): string =>
  intl.formatDate(instant, { dateStyle: 'medium', timeStyle: 'short' })

function Fact({
  label,
  isLong = false,
  children,
}: {
  readonly label: TextId
  /** Whether it has a row of its own. */
  readonly isLong?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={isLong ? classes.wholeRow : undefined}>
      <dt>
        <FormattedMessage id={label} />
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
