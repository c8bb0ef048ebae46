import '@mantine/charts/styles.css'
import { LineChart } from '@mantine/charts'
import { Group, SegmentedControl } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { TextId } from '../../../translations/texts.ts'
import { FigureTable } from './figure-table.tsx'
import { roundMarks } from './round-marks.ts'
import classes from './figures.module.css'

type Unit = 'day' | 'month'

const texts = {
  day: { title: 'usage.byDay', column: 'usage.column.day' },
  month: { title: 'storage.byMonth', column: 'usage.column.month' },
} as const satisfies Record<Unit, Record<'title' | 'column', TextId>>

interface TimeChartProps<Time extends Unit, Name extends string> {
  readonly unit: Time
  /**
   * Days as `2026-11-25` or months as `2026-11` (UTC), the earliest first, with the number of each series.
   */
  readonly rows: readonly (Readonly<Record<Name, number>> & Readonly<Record<Time, string>>)[]
  /** In the order in which the legend and the table have them. */
  readonly series: readonly { readonly name: Name; readonly label: TextId; readonly color: string }[]
  /** How a number is written where it is no plain one. */
  readonly format?: (count: number) => string
  /** What stands beside the choice of chart or table. */
  readonly children?: ReactNode
}

/** Numbers from day to day or month to month, as lines or as a table with the latest first. */
export function TimeChart<Time extends Unit, Name extends string>({
  unit,
  rows,
  series,
  format,
  children,
}: TimeChartProps<Time, Name>) {
  const intl = useIntl()
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const { title, column } = texts[unit]
  const marks = roundMarks(Math.max(0, ...rows.flatMap((row) => series.map(({ name }) => row[name]))))
  const nameOf = (time: string, isShort: boolean): string => intl.formatDate(time, dateStyle(unit, isShort))
  return (
    <>
      <Group gap="sm" mb="lg">
        <SegmentedControl
          size="xs"
          aria-label={intl.formatMessage({ id: title })}
          value={view}
          onChange={(chosen) => setView(chosen === 'table' ? 'table' : 'chart')}
          data={[
            { value: 'chart', label: intl.formatMessage({ id: 'usage.chart' }) },
            { value: 'table', label: intl.formatMessage({ id: 'usage.table' }) },
          ]}
        />
        {children}
      </Group>
      {view === 'table' ? (
        <FigureTable
          title={title}
          column={column}
          counted={series.map(({ label }) => label)}
          lines={rows
            .toReversed()
            .map((row) => ({
              key: row[unit],
              name: nameOf(row[unit], false),
              counts: series.map(({ name }) => row[name]),
            }))}
          {...(format ? { format } : {})}
        />
      ) : (
        <figure className={classes.chart} aria-label={intl.formatMessage({ id: title })}>
          <LineChart
            h={240}
            data={[...rows]}
            dataKey={unit}
            withLegend
            withDots={rows.length < 2}
            curveType="linear"
            // In the order of the figures, not of the alphabet.
            legendProps={{ itemSorter: null }}
            xAxisProps={{ tickFormatter: (time: string) => nameOf(time, true), minTickGap: 40 }}
            yAxisProps={{
              ticks: marks,
              domain: [0, marks.at(-1) ?? 1],
              ...(format ? { tickFormatter: format, width: wideAxisPx } : {}),
            }}
            valueFormatter={format ?? ((value) => intl.formatNumber(value))}
            tooltipProps={{
              labelFormatter: (time) => (typeof time === 'string' ? nameOf(time, false) : time),
            }}
            series={series.map(({ name, label, color }) => ({
              name,
              color,
              label: intl.formatMessage({ id: label }),
            }))}
          />
        </figure>
      )}
    </>
  )
}

/** Room for numbers with their unit. */
const wideAxisPx = 80

function dateStyle(unit: Unit, isShort: boolean): Intl.DateTimeFormatOptions {
  if (unit === 'month') return { month: isShort ? 'short' : 'long', year: 'numeric', timeZone: 'UTC' }
  if (isShort) return { month: 'short', day: 'numeric', timeZone: 'UTC' }
  return { dateStyle: 'medium', timeZone: 'UTC' }
}
