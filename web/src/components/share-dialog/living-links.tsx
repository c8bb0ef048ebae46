import type { Share } from '@cartouche/contract'
import { useCartShares, useClient } from '@cartouche/react'
import { ActionIcon, Button, Group, Skeleton, Text, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconCheck, IconCopy, IconLinkOff } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import classes from './share-dialog.module.css'

/** The living links of a cart: until when, how often opened; each is copied or ended by one click. */
export function LivingLinks({ cartId }: { readonly cartId: number }) {
  const client = useClient()
  const { shares, status } = useCartShares(cartId)
  if (shares.length === 0 && status === 'error') {
    return <Group gap="sm"><Text fz="sm"><FormattedMessage id="shareDialog.failed" /></Text><Button size="compact-sm" variant="default" onClick={() => void client.shares.fetchShares(cartId).catch(() => undefined)}><FormattedMessage id="action.retry" /></Button></Group>
  }
  if (shares.length === 0) return status === 'loaded' ? <Text fz="sm" c="dimmed"><FormattedMessage id="shareDialog.none" /></Text> : <Skeleton height={48} />
  return <ul className={classes.links}>{shares.map((share) => <LivingLink key={share.id} cartId={cartId} share={share} />)}</ul>
}

function LivingLink({ cartId, share }: { readonly cartId: number; readonly share: Share }) {
  const intl = useIntl()
  const { shares } = useClient()
  const clipboard = useClipboard({ timeout: 2000 })
  const [busy, setBusy] = useState(false)
  const date = (value: string): string => intl.formatDate(value, { dateStyle: 'medium', timeStyle: 'short' })
  const end = (): void => {
    setBusy(true)
    shares.revokeShare(cartId, share.id).then(
      () => notifications.show({ message: intl.formatMessage({ id: 'shareDialog.revoked' }, { name: share.name }) }),
      (error: unknown) => {
        setBusy(false)
        notifications.show({ color: 'red', message: errorText(intl, error) })
      },
    )
  }
  const facts = [
    intl.formatMessage({ id: 'shareDialog.ends' }, { date: intl.formatDate(share.expires, { dateStyle: 'medium' }) }),
    intl.formatMessage({ id: 'shareDialog.opened' }, { count: share.opened, date: share.lastOpenedAt === null ? '' : date(share.lastOpenedAt) }),
    ...(share.hasPassword ? [intl.formatMessage({ id: 'shareDialog.withPassword' })] : []),
  ]
  const copyLabel = intl.formatMessage({ id: clipboard.copied ? 'shareDialog.copied' : 'shareDialog.copy' })
  const CopyIcon = clipboard.copied ? IconCheck : IconCopy
  return (
    <li className={classes.link}>
      <div className={classes.text}>
        <a href={share.url} target="_blank" rel="noreferrer" className={classes.name} title={share.name}>{share.name}</a>
        <Text fz="sm" c="dimmed">{facts.join(' · ')}</Text>
        <Text fz="sm" c="dimmed">{share.actions.map((action) => intl.formatMessage({ id: `shareDialog.action.${action}` })).join(', ')}</Text>
      </div>
      <Tooltip label={copyLabel}><ActionIcon size={32} color={clipboard.copied ? 'green' : 'gray'} onClick={() => clipboard.copy(share.url)} aria-label={copyLabel}><CopyIcon size={17} stroke={1.7} /></ActionIcon></Tooltip>
      <Tooltip label={<FormattedMessage id="shareDialog.revoke.hint" />} multiline maw={260}>
        <Button size="compact-sm" variant="light" color="red" loading={busy} leftSection={<IconLinkOff size={15} stroke={1.7} aria-hidden />} onClick={end} aria-label={intl.formatMessage({ id: 'shareDialog.revokeNamed' }, { name: share.name })}><FormattedMessage id="shareDialog.revoke" /></Button>
      </Tooltip>
    </li>
  )
}
