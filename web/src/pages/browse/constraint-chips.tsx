import type { SchemaSnapshot } from '@cartouche/client'
import { Button, CloseButton, Group, Pill } from '@mantine/core'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import type { ReactNode } from 'react'
import { textOr } from '../../translations/error-text.ts'
import { clearConstraints, isConstrained, setDates, toggleValue, type BrowseState } from './browse-address.ts'
import { ValueName } from './value-name.tsx'
import classes from './browse.module.css'

interface Chip { readonly key: string; readonly label: ReactNode; readonly without: BrowseState }

/** What constrains the list, each with a cross that takes it away. */
export function ConstraintChips({ schema, state, onChange }: { readonly schema: SchemaSnapshot; readonly state: BrowseState; readonly onChange: (next: BrowseState) => void }) {
  const intl = useIntl()
  if (!isConstrained(state)) return null
  const chips = chipsOf(state, (field) => schema.fields[field]?.name ?? textOr(intl, `field.${field}`, field), schema)
  return (
    <Group gap={6} component="ul" className={classes.chips} aria-label={intl.formatMessage({ id: 'browse.chips' })}>
      {chips.map(({ key, label, without }) => (
        <li key={key}>
          <Pill size="md" className={classes.chip} classNames={{ label: classes.chipLabel ?? '' }}>
            {label}
            <CloseButton size={18} onClick={() => onChange(without)} aria-label={intl.formatMessage({ id: 'action.remove' }, { name: key })} />
          </Pill>
        </li>
      ))}
      {chips.length > 1 && <li><Button size="compact-xs" variant="subtle" onClick={() => onChange(clearConstraints(state))}><FormattedMessage id="action.clearAll" /></Button></li>}
    </Group>
  )
}

function chipsOf(state: BrowseState, label: (field: string) => string, schema: SchemaSnapshot): Chip[] {
  const text: Chip[] = state.fulltext === '' ? [] : [{ key: state.fulltext, label: <FormattedMessage id="browse.chip.text" values={{ text: state.fulltext }} />, without: { ...state, fulltext: '' } }]
  const values = Object.entries(state.values).flatMap(([field, wished]) => wished.map((value): Chip => ({
    key: `${label(field)} ${value}`, without: toggleValue(state, field, value),
    label: <><span className={classes.chipField}>{label(field)}</span> <ValueName field={field} value={value} header={schema.fields[field]} /></>,
  })))
  const dates = Object.entries(state.dates).flatMap(([field, { from, until }]): Chip[] => [
    ...(from === '' ? [] : [{ key: `from ${field}`, label: <DateChip id="browse.chip.from" field={label(field)} day={from} />, without: setDates(state, field, { from: '', until }) }]),
    ...(until === '' ? [] : [{ key: `until ${field}`, label: <DateChip id="browse.chip.until" field={label(field)} day={until} />, without: setDates(state, field, { from, until: '' }) }]),
  ])
  return [...text, ...values, ...dates]
}

function DateChip({ id, field, day }: { readonly id: 'browse.chip.from' | 'browse.chip.until'; readonly field: string; readonly day: string }) {
  return <FormattedMessage id={id} values={{ field, date: <FormattedDate value={day} dateStyle="medium" timeZone="UTC" /> }} />
}
