import { calls, readsOf, type Failure } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Skeleton, Stack } from '@mantine/core'
import { useIntl } from 'react-intl'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import classes from '../storage/storage.module.css'
import { UsageTable, type UsageLine } from './usage-table.tsx'
import { idOf, useEntityNames, type Counts } from './use-entity-names.ts'

/** What was viewed, downloaded and searched for most, and who did most. */
export function UsageTops({ days }: { readonly days: number }) {
  const span = { nbrDays: days }
  const words = { ...span, configurationName: 'search', aggregationFieldname: 'words' } as const
  const viewed = useRead(calls.listTopAssets, { ...span, top: 'topDamView' })
  const downloaded = useRead(calls.listTopAssets, { ...span, top: 'topDamDownload' })
  const searched = useRead(calls.listTop, words)
  const notFound = useRead(calls.listTop, { ...words, noneFound: true })
  const downloads = { ...span, configurationName: 'download' } as const
  const people = useRead(calls.listTop, { ...downloads, aggregationFieldname: 'user' })
  const applications = useRead(calls.listTop, { ...downloads, aggregationFieldname: 'application' })
  const sites = useRead(calls.listTop, { ...span, configurationName: 'embed', aggregationFieldname: 'site' })
  const reads = [viewed, downloaded, searched, notFound, people, applications, sites]
  const failure = reads.find(({ error }) => error !== null)?.error ?? null
  const viewedAssets = useEntityLines('dam/data/asset', viewed.data?.list)
  const downloadedAssets = useEntityLines('dam/data/asset', downloaded.data?.list)
  const personLines = useEntityLines('data/user', people.data?.list)
  const applicationLines = useEntityLines('data/application', applications.data?.list)
  if (reads.some(({ data }) => data === undefined)) return <Unread failure={failure} />
  return (
    <div className={classes.tables}>
      <UsageTable title="usage.viewed" column="column.name" lines={viewedAssets} />
      <UsageTable title="usage.downloaded" column="column.name" lines={downloadedAssets} />
      <UsageTable title="usage.searched" column="usage.column.words" lines={wordLines(searched.data?.list)} />
      <UsageTable title="usage.notFound" column="usage.column.words" lines={wordLines(notFound.data?.list)} />
      <UsageTable title="usage.downloadedBy" column="column.name" lines={personLines} />
      <UsageTable title="usage.downloadedByApplication" column="column.name" lines={applicationLines} />
      <UsageTable title="usage.sites" column="usage.column.site" lines={siteLines(sites.data?.list)} />
    </div>
  )
}

function Unread({ failure }: { readonly failure: Failure | null }) {
  const reads = readsOf(useClient())
  const retry = (): void => {
    for (const call of [calls.listTop, calls.listTopAssets]) reads.invalidate(call)
  }
  if (failure !== null) return <ErrorViewOf error={failure} onRetry={retry} />
  return (
    <Stack aria-busy>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} h={32} />
      ))}
    </Stack>
  )
}

/** Lines by name: assets lead to themselves; what is gone keeps its number. */
function useEntityLines(path: string, counts: Counts = []): UsageLine[] {
  const intl = useIntl()
  const names = useEntityNames(path, counts)
  return counts.map(({ key, count }) => {
    const id = idOf(key)
    return {
      key,
      name: names.get(id) ?? intl.formatMessage({ id: 'entity.number' }, { id: String(id) }),
      counts: [count],
      ...(key.startsWith('asset_') ? { assetId: id } : {}),
    }
  })
}

function wordLines(list: Counts = []): UsageLine[] {
  return list.map(({ key, count }) => ({ key, name: key, counts: [count], search: { q: key } }))
}

function siteLines(list: Counts = []): UsageLine[] {
  return list.map(({ key, count }) => ({ key, name: key, counts: [count] }))
}
