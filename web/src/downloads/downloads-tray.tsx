import { downloadsOf, liveOf } from '@cartouche/client'
import { useClient, useDownloads } from '@cartouche/react'
import { ActionIcon, Button, Group, Popover, RingProgress, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../theme/tooltip.tsx'
import { summarize } from './download-words.ts'
import { DownloadsList } from './downloads-list.tsx'
import { useTakeWhenReady } from './use-take-when-ready.ts'
import classes from './downloads.module.css'

/**
 * The downloads of this person: a ring in the top bar that shows how they stand, and the list under it.
 * Pending ones come back after a reload.
 */
export function DownloadsTray() {
  const intl = useIntl()
  const client = useClient()
  const downloads = useDownloads()
  const [opened, setOpened] = useState(false)
  useEffect(() => downloadsOf(client).restore(), [client])
  useTakeWhenReady(downloads)
  const isFetching = downloads.some(({ status }) => status === 'fetching')
  // The server says when one is ready: it need not be waited for.
  useEffect(
    () =>
      isFetching ? liveOf(client).on('archive', ({ uuid }) => downloadsOf(client).look(uuid)) : undefined,
    [client, isFetching],
  )
  useOpenOnNew(Math.max(0, ...downloads.map(({ time }) => time)), () => setOpened(true))
  const { count, ready, isBusy, needsPerson } = summarize(downloads)
  const done = downloads.filter(({ status }) => status === 'downloaded')
  const waiting = downloads.filter(({ waitsForUser }) => waitsForUser)
  const label = intl.formatMessage({ id: 'downloads.open' }, { count, ready })
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(420px, calc(100vw - 16px))"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Tooltip label={label} disabled={opened}>
          <ActionIcon
            size={36}
            onClick={() => setOpened(!opened)}
            aria-label={label}
            data-busy={isBusy || undefined}
            className={classes.button}
          >
            {count > 0 && (
              <RingProgress
                className={classes.ring}
                size={36}
                thickness={2.5}
                sections={[
                  { value: ringValue(ready, count, isBusy), color: needsPerson ? 'yellow' : 'accent' },
                ]}
                aria-hidden
              />
            )}
            <IconDownload size={count > 0 ? 17 : 20} stroke={1.7} aria-hidden />
            {needsPerson && <span className={classes.dot} />}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={intl.formatMessage({ id: 'downloads.title' })}>
        <Group justify="space-between" className={classes.title} wrap="nowrap">
          <Title order={2} fz="md">
            <FormattedMessage id="downloads.title" />
          </Title>
          {waiting.length > 1 && (
            <Button
              size="compact-sm"
              variant="light"
              ml="auto"
              onClick={() => waiting.forEach(({ downloadId }) => downloadsOf(client).confirm(downloadId))}
            >
              <FormattedMessage id="downloads.confirmAll" values={{ count: waiting.length }} />
            </Button>
          )}
          {done.length > 0 && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => done.forEach(({ downloadId }) => downloadsOf(client).dismiss(downloadId))}
            >
              <FormattedMessage id="downloads.clear" />
            </Button>
          )}
        </Group>
        {count === 0 ? (
          <Text c="dimmed" fz="sm" p="md">
            <FormattedMessage id="downloads.empty" />
          </Text>
        ) : (
          <div className={classes.scroll}>
            <DownloadsList downloads={downloads} />
          </div>
        )}
        <div className={classes.foot}>
          <Button
            component={Link}
            to="/downloads"
            size="compact-sm"
            variant="subtle"
            onClick={() => setOpened(false)}
          >
            <FormattedMessage id="downloads.all" />
          </Button>
        </div>
        <span className={classes.hidden} aria-live="polite">
          {count > 0 ? label : ''}
        </span>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A piece of the ring is drawn as soon as something is under way. */
function ringValue(ready: number, count: number, isBusy: boolean): number {
  return Math.max(isBusy ? 12 : 0, (ready / count) * 100)
}

/** Shows the tray when a download was started, not when those of before came back. */
function useOpenOnNew(newest: number, open: () => void): void {
  const last = useRef(0)
  useEffect(() => {
    if (last.current === 0) last.current = Date.now() - 1
    if (newest <= last.current) return
    last.current = newest
    open()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the time of the newest alone shows a new one
  }, [newest])
}
