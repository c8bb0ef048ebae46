import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import { useIntl } from 'react-intl'
import type { TextId } from '../../../translations/translations.tsx'
import classes from '../storage/storage.module.css'
import { UsageTable } from './usage-table.tsx'

interface DayChartProps<Name extends string> {
  /** Days as `2026-11-25` (UTC), the earliest first, with the number of each series. */
  readonly rows: readonly (Readonly<Record<Name, number>> & { readonly day: string })[]
  /** In the order in which the legend and the table have them. */
  readonly series: readonly { readonly name: Name; readonly label: TextId; readonly color: string }[]
  readonly view: 'chart' | 'table'
}

/** Numbers from day to day, as lines or as a table with the latest day first. */
export function DayChart<Name extends string>({ rows, series, view }: DayChartProps<Name>) {
  const intl = useIntl()
  const dayName = (day: string): string => intl.formatDate(day, { dateStyle: 'medium', timeZone: 'UTC' })
  const shortDayName = (day: string): string =>
    intl.formatDate(day, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  if (view === 'table')
    return (
      <UsageTable
        title="usage.byDay"
        column="usage.column.day"
        counted={series.map(({ label }) => label)}
        lines={rows
          .toReversed()
          .map((row) => ({
            key: row.day,
            name: dayName(row.day),
            counts: series.map(({ name }) => row[name]),
          }))}
      />
    )
  return (
    <figure className={classes.chart} aria-label={intl.formatMessage({ id: 'usage.byDay' })}>
      <LineChart
        h={240}
        data={[...rows]}
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
        series={series.map(({ name, label, color }) => ({
          name,
          color,
          label: intl.formatMessage({ id: label }),
        }))}
      />
    </figure>
  )
}
