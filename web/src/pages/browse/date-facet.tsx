import { Group, TextInput } from '@mantine/core'
import { memo } from 'react'
import { FormattedMessage } from 'react-intl'
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
      <Group gap="xs" grow wrap="nowrap" px={4} className={classes.days}>
        <TextInput
          type="date"
          size="xs"
          max={until || undefined}
          value={from}
          onChange={(event) => set({ from: event.currentTarget.value })}
          label={<FormattedMessage id="browse.from" />}
        />
        <TextInput
          type="date"
          size="xs"
          min={from || undefined}
          value={until}
          onChange={(event) => set({ until: event.currentTarget.value })}
          label={<FormattedMessage id="browse.until" />}
        />
      </Group>
    </section>
  )
})
