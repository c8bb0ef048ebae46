import { Group, TextInput } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { setDates } from './browse-address.ts'
import type { FacetProps } from './facet.tsx'
import classes from './facets.module.css'

/** Bounds of a date, both inclusive. */
export function DateFacet({ field, label, state, onChange }: Omit<FacetProps, 'onAnswer'>) {
  const { from, until } = state.dates[field] ?? { from: '', until: '' }
  const set = (bounds: { from?: string; until?: string }): void => onChange(setDates(state, field, { from, until, ...bounds }))
  return (
    <section className={classes.facet}>
      <h3 className={classes.head}><span className={classes.plainHead}>{label}</span></h3>
      <Group gap="xs" grow wrap="nowrap" px={4}>
        <TextInput type="date" size="xs" max={until || undefined} value={from} onChange={(event) => set({ from: event.currentTarget.value })} label={<FormattedMessage id="browse.from" />} />
        <TextInput type="date" size="xs" min={from || undefined} value={until} onChange={(event) => set({ until: event.currentTarget.value })} label={<FormattedMessage id="browse.until" />} />
      </Group>
    </section>
  )
}
