import type { FacetValue } from '@cartouche/contract'
import { Checkbox, Collapse, TextInput, UnstyledButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { natureById } from '../../components/asset-text/nature-of.ts'
import { textOr } from '../../translations/error-text.ts'
import { toggleValue, type BrowseState } from './browse-address.ts'
import { useFacetValues } from './use-facet-values.ts'
import classes from './facets.module.css'

/** Values that are shown before "show more"; from how many on the values can be searched. */
const shortCount = 6
const searchFrom = 12

export interface FacetProps {
  readonly field: string
  readonly label: string
  readonly state: BrowseState
  readonly onChange: (next: BrowseState) => void
}

/** One facet: values with their counts, chosen ones first; several values mean any of them. Hidden while it has no value at all. */
export function Facet({ field, label, state, onChange }: FacetProps) {
  const intl = useIntl()
  const listId = useId()
  const chosen = state.values[field] ?? []
  const values = useFacetValues(field, state)
  const [closed, setClosed] = useLocalStorage({ key: `cartouche-facet-closed-${field}`, defaultValue: false, getInitialValueInEffect: false })
  const [all, setAll] = useState(false)
  const [sought, setSought] = useState('')
  if (values.length === 0 && chosen.length === 0) return null

  const nameOf = ({ data }: FacetValue): string => valueName(intl, field, data)
  const matching = sought === '' ? values : values.filter((value) => fold(nameOf(value)).includes(fold(sought)))
  const ordered = matching.toSorted((a, b) => Number(chosen.includes(String(b.data.id))) - Number(chosen.includes(String(a.data.id))))
  const shown = all || sought !== '' ? ordered : ordered.slice(0, Math.max(shortCount, chosen.length))
  return (
    <section className={classes.facet}>
      <h3 className={classes.head}>
        <UnstyledButton className={classes.toggle} onClick={() => setClosed(!closed)} aria-expanded={!closed} aria-controls={listId}>
          <IconChevronRight size={14} stroke={2} className={classes.chevron} data-open={!closed || undefined} aria-hidden />
          {label}
          {chosen.length > 0 && <span className={classes.chosen}>{chosen.length}</span>}
        </UnstyledButton>
      </h3>
      <Collapse expanded={!closed} id={listId} transitionDuration={120}>
        {values.length > searchFrom && (
          <TextInput size="xs" mb={4} value={sought} onChange={(event) => setSought(event.currentTarget.value)} placeholder={intl.formatMessage({ id: 'tree.find' })} aria-label={intl.formatMessage({ id: 'browse.facets.search' }, { field: label })} />
        )}
        <ul className={classes.values}>
          {shown.map((value) => (
            <li key={value.data.id} className={classes.value}>
              <Checkbox
                size="xs" checked={chosen.includes(String(value.data.id))} onChange={() => onChange(toggleValue(state, field, String(value.data.id)))}
                label={<span className={classes.name}>{nameOf(value)}</span>} classNames={{ body: classes.checkBody ?? '', labelWrapper: classes.checkLabel ?? '' }}
              />
              <span className={classes.count}><FormattedNumber value={value.count} /></span>
            </li>
          ))}
        </ul>
        {sought === '' && ordered.length > shortCount && (
          <UnstyledButton className={classes.more} onClick={() => setAll(!all)}><FormattedMessage id={all ? 'action.showLess' : 'action.showMore'} /></UnstyledButton>
        )}
      </Collapse>
    </section>
  )
}

/** The name of a value: natures and statuses in the reader's language, others by their own name. */
export function valueName(intl: Parameters<typeof textOr>[0], field: string, { id, name }: { readonly id: number | string; readonly name?: string | undefined }): string {
  const plain = name === undefined || name === '' ? String(id) : name
  if (field === 'rootnature') return textOr(intl, `nature.${natureById(Number(id)) ?? ''}`, plain)
  return field === 'status' ? textOr(intl, `status.${plain}`, plain) : plain
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
