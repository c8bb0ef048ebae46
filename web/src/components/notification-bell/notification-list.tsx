import type { NotificationsSnapshot, Notification } from '@cartouche/client'
import { ActionIcon, Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import {
  IconAlarm,
  IconAt,
  IconCalendarDue,
  IconChecklist,
  IconCircleCheck,
  IconClockExclamation,
  IconCloudCheck,
  IconDownload,
  IconFileImport,
  IconLink,
  IconMessage,
  IconShare3,
  IconShieldLock,
  IconUsers,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import { formatAgo } from '../../translations/format.ts'
import { keepTogether } from '../../translations/keep-together.ts'
import { useLanguage } from '../../translations/translations.tsx'
import classes from './notification-bell.module.css'

export interface NotificationListProps {
  readonly snapshot: NotificationsSnapshot
  readonly onClose: () => void
  readonly onRead: (key: string) => void
  readonly onDelete: (key: string) => void
  readonly onMore: () => void
  readonly onRetry: () => void
}

const icons: Readonly<Record<Notification['type'], Icon>> = {
  share: IconShare3,
  collaborator: IconUsers,
  download_ready: IconDownload,
  import_done: IconCloudCheck,
  expiry_near: IconAlarm,
  page_schedule: IconClockExclamation,
  mention: IconAt,
  comment: IconMessage,
  link_request: IconLink,
  files_received: IconFileImport,
  review_requested: IconChecklist,
  review_due: IconCalendarDue,
  review_decided: IconCircleCheck,
  security: IconShieldLock,
}

/** The notifications, newest first: each opens what it is about and is read with that. */
export function NotificationList({
  snapshot: { status, hasData, notifications, hasNext },
  onMore,
  onRetry,
  ...actions
}: NotificationListProps) {
  if (!hasData && status === 'error')
    return (
      <Stack p="md" gap="xs" align="flex-start" role="alert">
        <Text fz="sm">
          <FormattedMessage id="notice.failed" />
        </Text>
        <Button size="compact-sm" onClick={onRetry}>
          <FormattedMessage id="action.retry" />
        </Button>
      </Stack>
    )
  if (!hasData)
    return (
      <Stack p="md" gap="sm">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} h={36} />
        ))}
      </Stack>
    )
  if (notifications.length === 0)
    return (
      <Text c="dimmed" fz="sm" p="md">
        <FormattedMessage id="notice.empty" />
      </Text>
    )
  return (
    <div className={classes.scroll}>
      <ul className={classes.list}>
        {notifications.map((one) => (
          <NotificationRow key={one.key} notification={one} {...actions} />
        ))}
      </ul>
      {hasNext && (
        <Button
          m="xs"
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={status === 'next'}
          onClick={onMore}
        >
          <FormattedMessage id="notice.more" />
        </Button>
      )}
    </div>
  )
}

function NotificationRow({
  notification: { key, type, title, link, created, read },
  onClose,
  onRead,
  onDelete,
}: Pick<NotificationListProps, 'onClose' | 'onRead' | 'onDelete'> & { readonly notification: Notification }) {
  const intl = useIntl()
  const { language } = useLanguage()
  const { history } = useRouter()
  const TypeIcon = icons[type]
  // Within this application alone, whatever a notification says.
  const address = /^\/(?!\/)/.test(link) ? link : '/'
  const open = (event: React.MouseEvent): void => {
    if (!read) onRead(key)
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onClose()
    history.push(address)
  }
  const deleteLabel = intl.formatMessage({ id: 'notice.delete' }, { title })
  return (
    <li className={classes.row} data-unread={!read || undefined}>
      <a href={address} className={classes.link} onClick={open}>
        <TypeIcon size={18} stroke={1.6} aria-hidden className={classes.icon} />
        <span className={classes.words}>
          <span className={classes.sentence}>{keepTogether(title, language)}</span>
          <Text component="span" fz="xs" c="dimmed">
            {formatAgo(intl, created)}
          </Text>
        </span>
        {!read && (
          <span className={classes.dot}>
            <VisuallyHidden>
              <FormattedMessage id="notice.unread" />
            </VisuallyHidden>
          </span>
        )}
      </a>
      <Tooltip label={deleteLabel}>
        <ActionIcon size={28} onClick={() => onDelete(key)} aria-label={deleteLabel}>
          <IconX size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}
