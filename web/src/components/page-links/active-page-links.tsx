import type { PageLink } from '@cartouche/contract'
import { calls, readsOf } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Skeleton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { FactLine } from '../../theme/fact-line.tsx'
import { CopyLink, RevokeLink } from '../share-dialog/link-buttons.tsx'
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
  return (
    <li className={classes.link}>
      <div className={classes.text}>
        <Text fw={550} className={classes.name} title={name}>
          {name}
        </Text>
        <FactLine facts={facts} />
      </div>
      <CopyLink url={url} />
      <RevokeLink
        label={intl.formatMessage({ id: 'shareDialog.revokeNamed' }, { name })}
        hint="pageLinks.revoke.hint"
        busy={busy}
        onClick={() => void revoke()}
      />
    </li>
  )
}
