import type { OutboxMail } from '@cartouche/contract'
import { calls, readsOf, type CallParameters } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { ActionIcon, Badge, Button, Group, Text, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconSend, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../../theme/tooltip.tsx'
import type { TextId } from '../../../translations/texts.ts'
import { errorText } from '../../../translations/error-text.ts'
import { formatAgo } from '../../../translations/format.ts'
import classes from './outbox.module.css'

/** Which mails are shown. */
export type MailFilter = CallParameters<typeof calls.findMails>

const colours = { kept: 'gray', waiting: 'yellow', sent: 'green', failed: 'red' } as const

/** The mails of one page. */
export function MailRows({ filter, canSend }: { readonly filter: MailFilter; readonly canSend: boolean }) {
  const { data } = useRead(calls.findMails, filter, { freshMs: 0 })
  return data?.mails.map((mail) => <MailRow key={mail.id} mail={mail} canSend={canSend} />)
}

function MailRow({ mail, canSend }: { readonly mail: OutboxMail; readonly canSend: boolean }) {
  const intl = useIntl()
  const client = useClient()
  const [opened, setOpened] = useState(false)
  const { id, to, subject, text, status, attempts, reason, createdAt } = mail
  const act = (work: Promise<unknown>, done: TextId): void => {
    work.then(
      () => {
        notifications.show({ message: intl.formatMessage({ id: done }) })
        readsOf(client).invalidate(calls.findMails)
      },
      (error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }),
    )
  }
  const deleteLabel = intl.formatMessage({ id: 'outbox.delete' }, { to })
  return (
    <li className={classes.mail} data-status={status}>
      <Badge variant="dot" color={colours[status]} fw={500} radius="sm" className={classes.status}>
        <FormattedMessage id={`outbox.status.${status}`} />
      </Badge>
      <div className={classes.words}>
        <UnstyledButton
          className={classes.subject}
          aria-expanded={opened}
          aria-label={`${subject}. ${intl.formatMessage({ id: 'outbox.open' }, { to })}`}
          onClick={() => setOpened(!opened)}
        >
          {subject}
        </UnstyledButton>
        <Text fz="sm" c="dimmed" className={classes.to}>
          {to} · <time dateTime={createdAt}>{formatAgo(intl, createdAt)}</time>
        </Text>
        {reason !== null && status !== 'sent' && (
          <Text fz="sm">
            <FormattedMessage id="outbox.reason" values={{ reason, attempts }} />
          </Text>
        )}
        {opened && (
          <pre className={classes.text} aria-label={intl.formatMessage({ id: 'outbox.copyText' })}>
            {text}
          </pre>
        )}
      </div>
      <Group gap={4} wrap="nowrap">
        {canSend && status !== 'sent' && status !== 'waiting' && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconSend size={15} stroke={1.7} aria-hidden />}
            aria-label={intl.formatMessage({ id: 'outbox.send' }, { to })}
            onClick={() => act(client.call(calls.resendMail, { id }), 'outbox.sending')}
          >
            <FormattedMessage id="outbox.send.short" />
          </Button>
        )}
        <Tooltip label={deleteLabel}>
          <ActionIcon
            size={34}
            onClick={() => act(client.call(calls.deleteMail, { id }), 'outbox.deleted')}
            aria-label={deleteLabel}
          >
            <IconTrash size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </li>
  )
}
