import { calls, readsOf, type CallAnswer, type Calls, type Failure } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Group, NativeSelect, Skeleton, Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import classes from '../storage/storage.module.css'
import { UsageTable, type UsageLine } from './usage-table.tsx'

type Counts = CallAnswer<Calls['listTop']>['list']

/** Spans that are looked back over, days; 0: all that is kept. */
const spans = [7, 30, 365, 0] as const
const usualSpan = 30

/** What people do with assets: what is viewed, downloaded and searched for, and when. */
export function UsageSection() {
  const intl = useIntl()
  const [days, setDays] = useState<number>(usualSpan)
  return (
    <section className={classes.storage} aria-labelledby="usage-title">
      <Group className={classes.head} gap="sm" justify="space-between">
        <Title order={1} fz="lg" id="usage-title">
          <FormattedMessage id="administration.section.usage" />
        </Title>
        <NativeSelect
          aria-label={intl.formatMessage({ id: 'usage.span' })}
          value={String(days)}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          data={spans.map((span) => ({
            value: String(span),
            label: intl.formatMessage({ id: span === 0 ? 'usage.allTime' : 'usage.days' }, { days: span }),
          }))}
        />
      </Group>
      <UsageTables days={days} />
    </section>
  )
}

function UsageTables({ days }: { readonly days: number }) {
  const intl = useIntl()
  const span = { nbrDays: days }
  const words = { ...span, configurationName: 'search', aggregationFieldname: 'words' } as const
  const viewed = useRead(calls.listTopAssets, { ...span, top: 'topDamView' })
  const downloaded = useRead(calls.listTopAssets, { ...span, top: 'topDamDownload' })
  const searched = useRead(calls.listTop, words)
  const notFound = useRead(calls.listTop, { ...words, noneFound: true })
  const byDay = useRead(calls.listTop, {
    ...span,
    configurationName: 'view',
    aggregationFieldname: 'day',
    max: 31,
  })
  const reads = [viewed, downloaded, searched, notFound, byDay]
  const names = useAssetNames([...(viewed.data?.list ?? []), ...(downloaded.data?.list ?? [])])
  const failure = reads.find(({ error }) => error !== null)?.error ?? null
  if (reads.some(({ data }) => data === undefined)) return <Unread failure={failure} />
  const assets = (list: Counts = []) => list.map((count) => assetLine(intl, count, names))
  return (
    <div className={classes.body}>
      <div className={classes.tables}>
        <UsageTable title="usage.viewed" column="column.name" lines={assets(viewed.data?.list)} />
        <UsageTable title="usage.downloaded" column="column.name" lines={assets(downloaded.data?.list)} />
        <UsageTable
          title="usage.searched"
          column="usage.column.words"
          lines={wordLines(searched.data?.list)}
        />
        <UsageTable
          title="usage.notFound"
          column="usage.column.words"
          lines={wordLines(notFound.data?.list)}
        />
        <UsageTable title="usage.byDay" column="usage.column.day" lines={dayLines(intl, byDay.data?.list)} />
      </div>
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
    <Stack p="md" aria-busy>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} h={32} />
      ))}
    </Stack>
  )
}

/** Names of the assets of tops, by id. */
function useAssetNames(counts: Counts): ReadonlyMap<number, string> {
  const ids = [...new Set(counts.map(({ key }) => idOf(key)))].toSorted((a, b) => a - b)
  const { data } = useRead(calls.findEntities, {
    path: 'dam/data/asset',
    query: JSON.stringify({ id: { in: ids.length > 0 ? ids : [0] } }),
    max: 200,
  })
  return new Map(
    (data?.response.data ?? []).flatMap((one) =>
      typeof one === 'string' ? [] : [[one.id, String(one['name'] ?? '')] as const],
    ),
  )
}

const idOf = (key: string): number => Number(key.split('_').at(-1))

function assetLine(
  intl: IntlShape,
  { key, count }: Counts[number],
  names: ReadonlyMap<number, string>,
): UsageLine {
  const id = idOf(key)
  const name = names.get(id) ?? intl.formatMessage({ id: 'entity.number' }, { id: String(id) })
  return { key, name, count, assetId: id }
}

function wordLines(list: Counts = []): UsageLine[] {
  return list.map(({ key, count }) => ({ key, name: key, count, search: { q: key } }))
}

function dayLines(intl: IntlShape, list: Counts = []): UsageLine[] {
  return list.map(({ key, count }) => ({
    key,
    count,
    name: intl.formatDate(key, { dateStyle: 'medium', timeZone: 'UTC' }),
  }))
}
