import '@mantine/charts/styles.css'
import { calls } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { LineChart } from '@mantine/charts'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { TextId } from '../../../translations/translations.tsx'
import classes from '../storage/storage.module.css'
import { fillDays } from './fill-days.ts'
import { UsageTable } from './usage-table.tsx'
import type { Counts } from './use-entity-names.ts'

/** What is drawn over time, in the order of its figures; each with a colour that both schemes can carry. */
const series = [
  { name: 'view', label: 'usage.kind.view', color: 'indigo.6' },
  { name: 'download', label: 'usage.kind.download', color: 'teal.7' },
  { name: 'play', label: 'usage.kind.play', color: 'orange.7' },
  { name: 'share', label: 'usage.kind.share', color: 'grape.6' },
  { name: 'search', label: 'usage.kind.search', color: 'gray.6' },
] as const satisfies readonly { name: string; label: TextId; color: string }[]
type Kind = (typeof series)[number]['name']

/** As many days as the server answers at once. */
const mostDays = 1000

/**
 * Sums of each kind, and how they go from day to day, as a chart or as a table; of one asset, which nobody
 * searches, with `id`.
 */
export function UsageOverTime({ days, id }: { readonly days: number; readonly id?: number }) {
  const intl = useIntl()
  const [view, setView] = useState('chart')
  const [today] = useState(() => new Date())
  const counts: Readonly<Record<Kind, Counts>> = {
    view: useDays('view', days, id),
    download: useDays('download', days, id),
    play: useDays('play', days, id),
    share: useDays('share', days, id),
    search: useDays('search', days, id),
  }
  const shown = id === undefined ? series : series.filter(({ name }) => name !== 'search')
  const rows = fillDays(counts, days, today)
  const dayName = (day: string): string => intl.formatDate(day, { dateStyle: 'medium', timeZone: 'UTC' })
  const shortDayName = (day: string): string =>
    intl.formatDate(day, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return (
    <div className={classes.group}>
      <dl className={classes.figures}>
        {shown.map(({ name, label }) => (
          <div key={name} className={classes.figure}>
            <dt>
              <FormattedMessage id={label} />
            </dt>
            <dd className={classes.size}>
              <FormattedNumber value={counts[name].reduce((sum, { count }) => sum + count, 0)} />
            </dd>
          </div>
        ))}
      </dl>
      <SegmentedControl
        size="xs"
        mb="xs"
        aria-label={intl.formatMessage({ id: 'usage.byDay' })}
        value={view}
        onChange={setView}
        data={[
          { value: 'chart', label: intl.formatMessage({ id: 'usage.chart' }) },
          { value: 'table', label: intl.formatMessage({ id: 'usage.table' }) },
        ]}
      />
      {view === 'chart' ? (
        <figure className={classes.chart} aria-label={intl.formatMessage({ id: 'usage.byDay' })}>
          <LineChart
            h={240}
            data={rows}
            dataKey="day"
            withLegend
            withDots={rows.length < 2}
            curveType="linear"
            // In the order of the figures, not of the alphabet.
            legendProps={{ itemSorter: null }}
            xAxisProps={{ tickFormatter: shortDayName, minTickGap: 40 }}
            yAxisProps={{ allowDecimals: false }}
            valueFormatter={(value) => intl.formatNumber(value)}
            tooltipProps={{ labelFormatter: (day) => (typeof day === 'string' ? dayName(day) : day) }}
            series={shown.map(({ name, label, color }) => ({
              name,
              color,
              label: intl.formatMessage({ id: label }),
            }))}
          />
        </figure>
      ) : (
        <UsageTable
          title="usage.byDay"
          column="usage.column.day"
          counted={shown.map(({ label }) => label)}
          lines={rows
            .toReversed()
            .map((row) => ({
              key: row.day,
              name: dayName(row.day),
              counts: shown.map(({ name }) => row[name]),
            }))}
        />
      )}
    </div>
  )
}

/** How often something was done, day by day. */
function useDays(kind: Kind, days: number, id: number | undefined): Counts {
  const { data } = useRead(calls.listTop, {
    configurationName: kind,
    aggregationFieldname: 'day',
    nbrDays: days,
    max: mostDays,
    ...(id === undefined ? {} : { id }),
  })
  return data?.list ?? []
}
