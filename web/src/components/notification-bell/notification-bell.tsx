import { notificationsOf, type NotificationsSnapshot } from '@cartouche/client'
import { useClient, useNotifications } from '@cartouche/react'
import { ActionIcon, Button, Group, Popover, Title, VisuallyHidden } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import { errorText } from '../../translations/error-text.ts'
import { NotificationList } from './notification-list.tsx'
import classes from './notification-bell.module.css'

const maxShown = 99

/** Notifications of the person: a bell with how much is unread, always in step, and the list under it. */
export function NotificationBell() {
  const intl = useIntl()
  const client = useClient()
  const snapshot = useNotifications()
  const { unreadCount } = snapshot
  const [opened, setOpened] = useState(false)
  const news = useNews(snapshot)
  const toggle = (): void => {
    setOpened(!opened)
    if (!opened)
      notificationsOf(client)
        .fetch()
        .catch(() => undefined)
  }
  const act = (work: Promise<void>): void =>
    void work.catch((error: unknown) => toasts.show({ color: 'red', message: errorText(intl, error) }))
  const label = intl.formatMessage({ id: 'notice.open' }, { count: unreadCount })
  return (
    <>
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
            <ActionIcon size={36} onClick={toggle} aria-label={label} className={classes.button}>
              <IconBell size={20} stroke={1.7} aria-hidden />
              {unreadCount > 0 && (
                <span className={classes.count} aria-hidden>
                  {unreadCount > maxShown ? `${maxShown}+` : unreadCount}
                </span>
              )}
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label={intl.formatMessage({ id: 'notice.title' })}>
          <Group justify="space-between" className={classes.title} wrap="nowrap">
            <Title order={2} fz="md">
              <FormattedMessage id="notice.title" />
            </Title>
            {unreadCount > 0 && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                onClick={() => act(notificationsOf(client).markRead())}
              >
                <FormattedMessage id="notice.readAll" />
              </Button>
            )}
          </Group>
          <NotificationList
            snapshot={snapshot}
            onClose={() => setOpened(false)}
            onRead={(key) => act(notificationsOf(client).markRead([key]))}
            onDelete={(key) => act(notificationsOf(client).remove(key))}
            onMore={() => act(notificationsOf(client).next())}
            onRetry={() => act(notificationsOf(client).fetch())}
          />
        </Popover.Dropdown>
      </Popover>
      <VisuallyHidden component="output">
        {news > 0 ? intl.formatMessage({ id: 'notice.new' }, { count: news }) : ''}
      </VisuallyHidden>
    </>
  )
}

/** How many came since the last look; what was there at the start is no news. */
function useNews({ hasCount, unreadCount }: NotificationsSnapshot): number {
  const [seen, setSeen] = useState({ hasCount, unreadCount, news: 0 })
  if (seen.unreadCount !== unreadCount || seen.hasCount !== hasCount)
    setSeen({ hasCount, unreadCount, news: seen.hasCount ? Math.max(0, unreadCount - seen.unreadCount) : 0 })
  return seen.news
}
