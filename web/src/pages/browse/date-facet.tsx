import { memo } from 'react'
import { DayRange } from '../../components/day-input/day-range.tsx'
import { setDates, type BrowseState } from '../../address/browse-address.ts'
import type { FacetProps } from './facet.tsx'
import classes from './facets.module.css'

interface DateFacetProps extends Pick<FacetProps, 'field' | 'label' | 'onChange'> {
  readonly bounds: BrowseState['dates'][string] | undefined
}

const unbounded = { from: '', until: '' }

/** Bounds of a date, both inclusive. */
export const DateFacet = memo(function DateFacet({
  field,
  label,
  bounds = unbounded,
  onChange,
}: DateFacetProps) {
  const { from, until } = bounds
  const set = (changed: { from?: string; until?: string }): void =>
    onChange((now) => setDates(now, field, { ...(now.dates[field] ?? unbounded), ...changed }))
  return (
    <section className={classes.facet}>
      <h3 className={classes.head}>
        <span className={classes.plainHead}>{label}</span>
      </h3>
      <DayRange
        size="xs"
        rightSectionWidth={22}
        className={classes.days}
        from={from}
        until={until}
        onChange={set}
      />
    </section>
  )
})
