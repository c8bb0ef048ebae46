import { calls, readsOf } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useEffect } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../../translations/error-text.ts'
import { formatAgo } from '../../../translations/format.ts'
import { useAct } from '../use-act.ts'
import { BackupNotice } from './backup-notice.tsx'
import { RunProgress } from './run-progress.tsx'
import { RunTable } from './run-table.tsx'
import type { Backups } from './maintenance.ts'
import classes from './system.module.css'

const refreshMs = 5000
/** While one is under way. */
const refreshSoonMs = 1000

/** Backups: how they stand, what to do where they do not, the last ones, and one that is made now. */
export function BackupPanel() {
  const reads = readsOf(useClient())
  const { data, error } = useRead(calls.getMaintenance, {}, { freshMs: 0 })
  const isBusy = data !== undefined && (data.backup.isQueued || data.backup.runs[0]?.outcome === null)
  useEffect(() => {
    const timer = setInterval(
      () => {
        if (document.visibilityState === 'visible') reads.invalidate(calls.getMaintenance)
      },
      isBusy ? refreshSoonMs : refreshMs,
    )
    return () => clearInterval(timer)
  }, [reads, isBusy])
  return (
    <section className={classes.panel} aria-labelledby="backups-title">
      <div className={classes.panelHead}>
        <h2 className={classes.title} id="backups-title">
          <FormattedMessage id="system.backups" />
        </h2>
        {data?.backup.place != null && <BackUpNow isBusy={isBusy} />}
      </div>
      {data === undefined ? (
        error === null ? (
          <Skeleton h={64} />
        ) : (
          <NotRead error={error} />
        )
      ) : (
        <>
          <BackupNotice backups={data.backup} />
          <RunProgress backups={data.backup} />
          <Facts backups={data.backup} />
          {data.backup.runs.length > 0 && <RunTable runs={data.backup.runs} />}
        </>
      )}
    </section>
  )
}

function NotRead({ error }: { readonly error: unknown }) {
  const intl = useIntl()
  return <Alert color="red">{errorText(intl, error)}</Alert>
}

function BackUpNow({ isBusy }: { readonly isBusy: boolean }) {
  const intl = useIntl()
  const client = useClient()
  const { busy, failure, act } = useAct(calls.getMaintenance)
  const start = async (): Promise<void> => {
    const isStarted = await act(async () => {
      await client.call(calls.startBackup, {})
    })
    if (isStarted) notifications.show({ message: intl.formatMessage({ id: 'system.backups.started' }) })
  }
  return (
    <div className={classes.act}>
      {failure !== null && (
        <Text fz="sm" c="red" role="alert">
          {errorText(intl, failure)}
        </Text>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDeviceFloppy size={16} stroke={1.8} aria-hidden />}
        loading={busy}
        data-disabled={isBusy || undefined}
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) void start()
        }}
      >
        <FormattedMessage id="system.backups.now" />
      </Button>
    </div>
  )
}

function Facts({ backups: { lastGoodAt, nextAt, place, keep, isEncrypted } }: { readonly backups: Backups }) {
  const intl = useIntl()
  const exactly = (instant: string): string =>
    intl.formatDate(instant, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <dl className={classes.facts}>
      <div>
        <dt>
          <FormattedMessage id="system.backups.lastGood" />
        </dt>
        <dd title={lastGoodAt === null ? undefined : exactly(lastGoodAt)}>
          {lastGoodAt === null ? <FormattedMessage id="system.backups.never" /> : formatAgo(intl, lastGoodAt)}
        </dd>
      </div>
      {place !== null && (
        <>
          <div>
            <dt>
              <FormattedMessage id="system.backups.next" />
            </dt>
            <dd>
              {nextAt === null ? <FormattedMessage id="system.backups.notScheduled" /> : exactly(nextAt)}
            </dd>
          </div>
          <div className={classes.place}>
            <dt>
              <FormattedMessage id="system.backups.place" />
            </dt>
            <dd>
              {place}{' '}
              <Text span fz="sm" c="dimmed">
                (
                <FormattedMessage
                  id={isEncrypted ? 'system.backups.encrypted' : 'system.backups.notEncrypted'}
                />
                , <FormattedMessage id="system.backups.keep" values={{ count: keep ?? 0 }} />)
              </Text>
            </dd>
          </div>
        </>
      )}
    </dl>
  )
}
