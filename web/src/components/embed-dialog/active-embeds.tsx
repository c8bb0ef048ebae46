import type { Asset, ListedEmbed } from '@cartouche/contract'
import { calls, readsOf } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { FactLine } from '../../theme/fact-line.tsx'
import { RevokeLink } from '../share-dialog/link-buttons.tsx'
import classes from '../share-dialog/share-dialog.module.css'

interface ActiveEmbedsProps {
  readonly asset: Asset
  readonly onRevoked: (id: number) => void
}

/** The active embeds of an asset, each ended by one click, and the sites that showed it. */
export function ActiveEmbeds({ asset, onRevoked }: ActiveEmbedsProps) {
  const intl = useIntl()
  const { data, error } = useRead(calls.listEmbeds, { id: asset.id }, { freshMs: 0 })
  const sites = useRead(calls.listBroadcasts, { uuid: asset.$uuid, max: 5 }).data?.list ?? []
  if (data === undefined)
    return error === null ? <Skeleton height={48} /> : <Text fz="sm">{errorText(intl, error)}</Text>
  return (
    <Stack gap="sm">
      {data.length === 0 ? (
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="embedDialog.none" />
        </Text>
      ) : (
        <ul className={classes.links}>
          {data.map((embed) => (
            <ActiveEmbed key={embed.id} embed={embed} onRevoked={onRevoked} />
          ))}
        </ul>
      )}
      {sites.length > 0 && (
        <Text fz="sm" c="dimmed">
          <FormattedMessage
            id="embedDialog.shownOnAll"
            values={{
              sites: intl.formatList(sites.map(({ key, count }) => `${key} (${intl.formatNumber(count)})`)),
            }}
          />
        </Text>
      )}
    </Stack>
  )
}

function ActiveEmbed({
  embed: { id, sites, variation, createdAt, expires, author, usage },
  onRevoked,
}: Omit<ActiveEmbedsProps, 'asset'> & { readonly embed: ListedEmbed }) {
  const intl = useIntl()
  const client = useClient()
  const [busy, setBusy] = useState(false)
  const name = sites.length === 0 ? intl.formatMessage({ id: 'embedDialog.allSites' }) : sites.join(', ')
  const day = (instant: string): string => intl.formatDate(instant, { dateStyle: 'medium' })
  const revoke = async (): Promise<void> => {
    setBusy(true)
    try {
      await client.call(calls.revokeEmbed, { id })
      onRevoked(id)
      readsOf(client).invalidate(calls.listEmbeds)
      notifications.show({ message: intl.formatMessage({ id: 'embedDialog.revoked' }, { name }) })
    } catch (error) {
      setBusy(false)
      notifications.show({ color: 'red', message: errorText(intl, error) })
    }
  }
  const facts = [
    intl.formatMessage({ id: `embedDialog.size.${variation}` }),
    intl.formatMessage({ id: 'embedDialog.madeBy' }, { author, date: day(createdAt) }),
    ...(expires === null ? [] : [intl.formatMessage({ id: 'shareDialog.ends' }, { date: day(expires) })]),
  ]
  return (
    <li className={classes.link}>
      <div className={classes.text}>
        <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <FactLine facts={facts} />
        <UsageOfEmbed usage={usage} />
      </div>
      <RevokeLink
        label={intl.formatMessage({ id: 'embedDialog.revokeNamed' }, { name })}
        busy={busy}
        onClick={() => void revoke()}
      />
    </li>
  )
}

/** Views and plays, in all and of the last 30 days, and the sites that showed it. */
function UsageOfEmbed({ usage }: Pick<ListedEmbed, 'usage'>) {
  const intl = useIntl()
  const { views, plays, recentViews, recentPlays, sites } = usage
  const text = (id: 'embedDialog.views' | 'embedDialog.plays', count: number, recent: number): string =>
    intl.formatMessage({ id }, { count, recent })
  const counts = [
    text('embedDialog.views', views, recentViews),
    ...(plays > 0 ? [text('embedDialog.plays', plays, recentPlays)] : []),
  ]
  return (
    <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {views + plays === 0 ? <FormattedMessage id="embedDialog.unused" /> : counts.join(' · ')}
      {sites.length > 0 && (
        <>
          <br />
          <FormattedMessage
            id="embedDialog.shownOn"
            values={{
              sites: intl.formatList(sites.map((one) => `${one.site} (${intl.formatNumber(one.views)})`)),
            }}
          />
        </>
      )}
    </Text>
  )
}
