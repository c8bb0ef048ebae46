import { isInProgress, type FacetValue } from '@cartouche/client'
import { Checkbox, Group, Skeleton, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useEffect } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { useHabit } from '../../components/habits/use-habit.ts'
import { toggleValue, type BrowseState } from './browse-address.ts'
import { FacetFailure } from './facet-failure.tsx'
import { FacetSection } from './facet-section.tsx'
import { useFacet } from './use-facet.ts'
import { useOneTabStop } from './use-one-tab-stop.ts'
import { valueName } from './value-name.tsx'
import classes from './facets.module.css'

export interface FacetProps {
  readonly field: string
  readonly label: string
  readonly state: BrowseState
  readonly onChange: (next: BrowseState) => void
  /** Called with the field when the facet has its first answer, or needs none. */
  readonly onAnswer: (field: string) => void
}

const none: readonly string[] = []

/** One facet: values with their counts, chosen ones first and always; several values mean any of them. Hidden while it has no value at all. */
export function Facet({ field, label, state, onChange, onAnswer }: FacetProps) {
  const intl = useIntl()
  const chosen = state.values[field] ?? none
  const [closed, setClosed] = useHabit<boolean>(`facet-closed-${field}`, false)
  const { status, error, filter, values, isLong, search, showMore, showLess } = useFacet(field, chosen, !closed)
  const { stopOf, onKeyDown } = useOneTabStop(values.map(({ data }) => String(data.id)))
  const isComing = status === 'registered' || isInProgress(status)
  const isAnswered = closed || status === 'loaded' || status === 'error'
  useEffect(() => { if (isAnswered) onAnswer(field) }, [isAnswered, onAnswer, field])
  if (!closed && values.length === 0 && chosen.length === 0 && filter === '' && status === 'loaded') return null
  return (
    <FacetSection label={label} chosenCount={chosen.length} isOpen={!closed} onToggle={() => setClosed(!closed)}>
      {isLong && (
        <TextInput size="xs" mb={4} value={filter} onChange={(event) => search(event.currentTarget.value)} placeholder={intl.formatMessage({ id: 'tree.find' })} aria-label={intl.formatMessage({ id: 'browse.facets.search' }, { field: label })} />
      )}
      {values.length === 0 && isComing && <Skeleton h={14} my={6} ml={4} w="70%" />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrows of the checkboxes inside, heard in one place */}
      <ul className={classes.values} aria-busy={isComing} onKeyDown={onKeyDown}>
        {values.map((value) => <FacetRow key={value.data.id} field={field} value={value} isChosen={chosen.includes(String(value.data.id))} stop={stopOf(String(value.data.id))} onToggle={() => onChange(toggleValue(state, field, String(value.data.id)))} />)}
      </ul>
      {filter !== '' && values.length === 0 && status === 'loaded' && <Text className={classes.none}><FormattedMessage id="browse.facets.none" values={{ text: filter }} /></Text>}
      {status === 'error' && <FacetFailure error={error} onRetry={() => search(filter)} />}
      <Group gap={4} className={classes.moreLine}>
        {showMore && <UnstyledButton className={classes.more} onClick={showMore}><FormattedMessage id="action.showMore" /></UnstyledButton>}
        {showLess && <UnstyledButton className={classes.more} onClick={showLess}><FormattedMessage id="action.showLess" /></UnstyledButton>}
      </Group>
    </FacetSection>
  )
}

interface FacetRowProps {
  readonly field: string
  readonly value: FacetValue
  readonly isChosen: boolean
  readonly stop: ReturnType<ReturnType<typeof useOneTabStop>['stopOf']>
  readonly onToggle: () => void
}

function FacetRow({ field, value, isChosen, stop, onToggle }: FacetRowProps) {
  const intl = useIntl()
  return (
    <li className={classes.value}>
      <Checkbox
        size="xs" {...stop} checked={isChosen} onChange={onToggle} label={<span className={classes.name}>{valueName(intl, field, value.data)}</span>}
        classNames={{ body: classes.checkBody ?? '', labelWrapper: classes.checkLabel ?? '' }}
      />
      <span className={classes.count}><FormattedNumber value={value.count} /></span>
    </li>
  )
}
