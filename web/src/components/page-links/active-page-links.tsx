import type { PageLink } from '@cartouche/contract'
import { calls, readsOf } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { ActionIcon, Button, Skeleton, Text, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconCheck, IconCopy, IconLinkOff } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { joinFacts } from '../../translations/format.ts'
import classes from '../share-dialog/share-dialog.module.css'

interface ActivePageLinksProps {
  readonly pageId: number
  readonly onRevoked: (id: string) => void
}

/** The active links to a page: until when, how often opened; each is copied or revoked by one click. */
export function ActivePageLinks({ pageId, onRevoked }: ActivePageLinksProps) {
  const intl = useIntl()
  const { data, error } = useRead(calls.listPageLinks, { page: pageId }, { freshMs: 0 })
  if (data === undefined)
    return error === null ? <Skeleton height={48} /> : <Text fz="sm">{errorText(intl, error)}</Text>
  if (data.length === 0)
    return (
      <Text fz="sm" c="dimmed">
        <FormattedMessage id="pageLinks.none" />
      </Text>
    )
  return (
    <ul className={classes.links}>
      {data.map((link) => (
        <ActivePageLink key={link.id} link={link} onRevoked={onRevoked} />
      ))}
    </ul>
  )
}

function ActivePageLink({
  link,
  onRevoked,
}: Pick<ActivePageLinksProps, 'onRevoked'> & { readonly link: PageLink }) {
  const intl = useIntl()
  const client = useClient()
  const clipboard = useClipboard({ timeout: 2000 })
  const [busy, setBusy] = useState(false)
  const { id, url, author, createdAt, expires, opened, lastOpenedAt, hasPassword } = link
  const day = (instant: string): string => intl.formatDate(instant, { dateStyle: 'medium' })
  const name = link.name || intl.formatMessage({ id: 'pageLinks.madeBy' }, { author, date: day(createdAt) })
  const revoke = async (): Promise<void> => {
    setBusy(true)
    try {
      await client.call(calls.revokePageLink, { link: id })
      onRevoked(id)
      readsOf(client).invalidate(calls.listPageLinks)
      notifications.show({ message: intl.formatMessage({ id: 'shareDialog.revoked' }, { name }) })
    } catch (error) {
      setBusy(false)
      notifications.show({ color: 'red', message: errorText(intl, error) })
    }
  }
  const facts = [
    ...(link.name === ''
      ? []
      : [intl.formatMessage({ id: 'pageLinks.madeBy' }, { author, date: day(createdAt) })]),
    intl.formatMessage({ id: 'shareDialog.ends' }, { date: day(expires) }),
    intl.formatMessage(
      { id: 'shareDialog.opened' },
      {
        count: opened,
        date:
          lastOpenedAt === null
            ? ''
            : intl.formatDate(lastOpenedAt, { dateStyle: 'medium', timeStyle: 'short' }),
      },
    ),
    ...(hasPassword ? [intl.formatMessage({ id: 'shareDialog.withPassword' })] : []),
  ]
  const copyLabel = intl.formatMessage({ id: clipboard.copied ? 'shareDialog.copied' : 'shareDialog.copy' })
  const CopyIcon = clipboard.copied ? IconCheck : IconCopy
  return (
    <li className={classes.link}>
      <div className={classes.text}>
        <Text fw={550} className={classes.name} title={name}>
          {name}
        </Text>
        <Text fz="sm" c="dimmed">
          {joinFacts(facts)}
        </Text>
      </div>
      <Tooltip label={copyLabel}>
        <ActionIcon
          size={32}
          color={clipboard.copied ? 'green' : 'gray'}
          onClick={() => clipboard.copy(url)}
          aria-label={copyLabel}
        >
          <CopyIcon size={17} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={<FormattedMessage id="pageLinks.revoke.hint" />} multiline maw={260}>
        <Button
          size="compact-sm"
          variant="light"
          color="red"
          loading={busy}
          leftSection={<IconLinkOff size={15} stroke={1.7} aria-hidden />}
          onClick={() => void revoke()}
          aria-label={intl.formatMessage({ id: 'shareDialog.revokeNamed' }, { name })}
        >
          <FormattedMessage id="shareDialog.revoke" />
        </Button>
      </Tooltip>
    </li>
  )
}
