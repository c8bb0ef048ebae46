import { calls } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import classes from '../figures/figures.module.css'
import { NotFoundActions } from './not-found-actions.tsx'
import { UnreadUsage } from './unread-usage.tsx'
import { siteLines, useEntityLines } from './usage-lines.ts'
import { FigureTable, type FigureLine } from '../figures/figure-table.tsx'
import type { Counts } from './use-entity-names.ts'

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
  if (reads.some(({ data }) => data === undefined)) return <UnreadUsage failure={failure} />
  return (
    <div className={classes.tables}>
      <FigureTable title="usage.viewed" column="column.name" lines={viewedAssets} />
      <FigureTable title="usage.downloaded" column="column.name" lines={downloadedAssets} />
      <FigureTable
        title="usage.searched"
        column="usage.column.words"
        lines={wordLines(searched.data?.list)}
      />
      <FigureTable
        title="usage.notFound"
        column="usage.column.words"
        lines={wordLines(notFound.data?.list).map((line) => ({
          ...line,
          actions: <NotFoundActions words={line.key} />,
        }))}
      />
      <FigureTable title="usage.downloadedBy" column="column.name" lines={personLines} />
      <FigureTable title="usage.downloadedByApplication" column="column.name" lines={applicationLines} />
      <FigureTable title="usage.sites" column="usage.column.site" lines={siteLines(sites.data?.list)} />
    </div>
  )
}

function wordLines(list: Counts = []): FigureLine[] {
  return list.map(({ key, count }) => ({ key, name: key, counts: [count], search: { q: key } }))
}
