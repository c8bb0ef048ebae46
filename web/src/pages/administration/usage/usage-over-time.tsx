import { calls } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { useState } from 'react'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import type { TextId } from '../../../translations/texts.ts'
import classes from '../figures/figures.module.css'
import { fillDays } from './fill-days.ts'
import { TimeChart } from '../figures/time-chart.tsx'
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
      <TimeChart unit="day" rows={rows} series={shown} />
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
