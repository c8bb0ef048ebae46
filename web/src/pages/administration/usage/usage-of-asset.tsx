import { calls } from '@cartouche/client'
import { useEntity, useRead } from '@cartouche/react'
import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import classes from '../figures/figures.module.css'
import { UnreadUsage } from './unread-usage.tsx'
import { siteLines, useEntityLines } from './usage-lines.ts'
import { UsageOverTime } from './usage-over-time.tsx'
import { FigureTable } from '../figures/figure-table.tsx'

interface UsageOfAssetProps {
  readonly id: number
  readonly days: number
}

/** What people do with one asset: over time, by whom, and on which websites. */
export function UsageOfAsset({ id, days }: UsageOfAssetProps) {
  const { data: asset } = useEntity('dam/data/asset', id)
  return (
    <>
      <Group gap="xs">
        <Text fw={600}>
          <Link to="/browse/$assetId" params={{ assetId: String(id) }} className={classes.link}>
            {asset?.name ?? <FormattedMessage id="entity.number" values={{ id: String(id) }} />}
          </Link>
        </Text>
        <Anchor
          fz="sm"
          renderRoot={(props) => <Link to="/administration" search={{ section: 'usage' }} {...props} />}
        >
          <FormattedMessage id="usage.allAssets" />
        </Anchor>
      </Group>
      <UsageOverTime days={days} id={id} />
      <Tables id={id} days={days} uuid={asset?.$uuid} />
    </>
  )
}

function Tables({ id, days, uuid }: UsageOfAssetProps & { readonly uuid: string | undefined }) {
  const of = { id, nbrDays: days }
  const downloads = { ...of, configurationName: 'download' } as const
  const viewers = useRead(calls.listTop, { ...of, configurationName: 'view', aggregationFieldname: 'user' })
  const people = useRead(calls.listTop, { ...downloads, aggregationFieldname: 'user' })
  const applications = useRead(calls.listTop, { ...downloads, aggregationFieldname: 'application' })
  const failure = [viewers, people, applications].find(({ error }) => error !== null)?.error ?? null
  const viewerLines = useEntityLines('data/user', viewers.data?.list)
  const personLines = useEntityLines('data/user', people.data?.list)
  const applicationLines = useEntityLines('data/application', applications.data?.list)
  if (!viewers.data || !people.data || !applications.data) return <UnreadUsage failure={failure} />
  return (
    <div className={classes.tables}>
      <FigureTable title="usage.asset.viewedBy" column="column.name" lines={viewerLines} />
      <FigureTable title="usage.asset.downloadedBy" column="column.name" lines={personLines} />
      <FigureTable
        title="usage.asset.downloadedByApplication"
        column="column.name"
        lines={applicationLines}
      />
      {uuid !== undefined && <Sites uuid={uuid} days={days} />}
    </div>
  )
}

function Sites({ uuid, days }: { readonly uuid: string; readonly days: number }) {
  const { data, error } = useRead(calls.listBroadcasts, { uuid, nbDays: days })
  if (!data) return <UnreadUsage failure={error} />
  return <FigureTable title="usage.asset.sites" column="usage.column.site" lines={siteLines(data.list)} />
}
