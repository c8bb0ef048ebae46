import {
  facetKey,
  facetSearchesOf,
  markLabels,
  markPicks,
  marksOf,
  maxRating,
  type FacetSearchSnapshot,
} from '@cartouche/client'
import { useClient, useKey } from '@cartouche/react'
import { Checkbox, Text } from '@mantine/core'
import { memo, useEffect, type ReactNode } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { setLeast, toggleValue, type BrowseState } from '../../address/browse-address.ts'
import { browseName } from '../../address/browse-cursor.ts'
import marks from '../../components/marks/marks.module.css'
import { FacetSection } from './facet-section.tsx'
import type { ChangeBrowse } from './use-browse.ts'
import { useFacetFold } from './use-facet-fold.ts'
import classes from './facets.module.css'

interface MarksFacetProps {
  readonly state: BrowseState
  readonly onChange: ChangeBrowse
  /** Called with its name when its counts came for the first time, or are not needed. */
  readonly onAnswer: (name: string) => void
}

/** What the facet is called among the others. */
export const marksName = 'marks'

const fields = ['$rating', '$label', '$pick'] as const
const none: readonly string[] = []
const stars = Array.from({ length: maxRating }, (_star, at) => maxRating - at)

/** The list narrowed by stars, colour labels and picks, with how many there are of each that is set. */
export const MarksFacet = memo(function MarksFacet({ state, onChange, onAnswer }: MarksFacetProps) {
  const intl = useIntl()
  const { isRead, isFolded, setFolded } = useFacetFold(marksName)
  const { counts, isCounted } = useMarkCounts(isRead)
  const isAnswered = !isRead || isCounted
  useEffect(() => {
    if (isAnswered) onAnswer(marksName)
  }, [isAnswered, onAnswer])
  const least = state.numbers['$rating']?.gte
  const labels = state.values['$label'] ?? none
  const picks = state.values['$pick'] ?? none
  const isUnused = [counts.$rating.get('0'), counts.$label.get('none'), counts.$pick.get('none')]
  const ratings = stars.map((rating) => ({
    rating,
    count: stars.reduce((sum, one) => sum + (one >= rating ? (counts.$rating.get(String(one)) ?? 0) : 0), 0),
  }))
  const valuesOf = (field: '$label' | '$pick', all: readonly string[], chosen: readonly string[]) => {
    const counted = all.map((value) => ({ value, count: counts[field].get(value) ?? 0 }))
    const isSet = counted.some(({ value, count }) => value !== 'none' && count > 0) || chosen.length > 0
    return counted.filter(({ value, count }) => isSet && (count > 0 || chosen.includes(value)))
  }
  const toggle = (field: string, value: string): void => onChange((now) => toggleValue(now, field, value))
  const chosenCount = (least === undefined ? 0 : 1) + labels.length + picks.length
  // A list without hits has no values, like those of fields.
  if (isCounted && chosenCount === 0 && fields.every((field) => counts[field].size === 0)) return null
  return (
    <FacetSection
      label={intl.formatMessage({ id: 'marks.facet' })}
      chosenCount={chosenCount}
      isOpen={!isFolded}
      onToggle={() => setFolded(!isFolded)}
    >
      <ul className={classes.values} aria-label={intl.formatMessage({ id: 'marks.stars' })}>
        {ratings
          .filter(({ rating, count }) => count > 0 || rating === least)
          .map(({ rating, count }) => (
            <Row
              key={rating}
              isChosen={rating === least}
              count={count}
              onToggle={() => onChange((now) => setLeast(now, '$rating', rating === least ? null : rating))}
            >
              <FormattedMessage id="marks.least" values={{ rating }} />
            </Row>
          ))}
      </ul>
      <ul className={classes.values} aria-label={intl.formatMessage({ id: 'marks.labels' })}>
        {valuesOf('$label', [...markLabels, 'none'], labels).map(({ value, count }) => (
          <Row
            key={value}
            isChosen={labels.includes(value)}
            count={count}
            onToggle={() => toggle('$label', value)}
          >
            <span className={marks.marks} style={{ fontSize: 'inherit' }}>
              {value !== 'none' && <span className={marks.dot} data-mark={value} aria-hidden />}
              {intl.formatMessage({ id: `marks.label.${value as (typeof markLabels)[number] | 'none'}` })}
            </span>
          </Row>
        ))}
      </ul>
      <ul className={classes.values} aria-label={intl.formatMessage({ id: 'marks.picks' })}>
        {valuesOf('$pick', [...markPicks, 'none'], picks).map(({ value, count }) => (
          <Row
            key={value}
            isChosen={picks.includes(value)}
            count={count}
            onToggle={() => toggle('$pick', value)}
          >
            {intl.formatMessage({ id: `marks.pick.${value as (typeof markPicks)[number] | 'none'}` })}
          </Row>
        ))}
      </ul>
      {isUnused.every((count) => count !== undefined) &&
        ratings.every(({ count }) => count === 0) &&
        counts.$label.size + counts.$pick.size <= 2 && (
          <Text className={classes.none}>
            <FormattedMessage id="marks.unused" />
          </Text>
        )}
    </FacetSection>
  )
})

function Row({
  isChosen,
  count,
  onToggle,
  children,
}: {
  readonly isChosen: boolean
  readonly count: number
  readonly onToggle: () => void
  readonly children: ReactNode
}) {
  const intl = useIntl()
  return (
    <li className={classes.value}>
      <Checkbox
        size="xs"
        checked={isChosen}
        aria-description={intl.formatMessage({ id: 'browse.count' }, { count })}
        onChange={onToggle}
        label={<span className={classes.name}>{children}</span>}
        classNames={{ body: classes.checkBody ?? '', labelWrapper: classes.checkLabel ?? '' }}
      />
      <span className={classes.count} aria-hidden>
        <FormattedNumber value={count} />
      </span>
    </li>
  )
}

type Counts = Readonly<Record<(typeof fields)[number], ReadonlyMap<string, number>>>

/** How many hits have each value of a field of marks; counted again after something was marked. */
function useMarkCounts(isOpen: boolean): { readonly counts: Counts; readonly isCounted: boolean } {
  const client = useClient()
  const facets = facetSearchesOf(client)
  useEffect(() => {
    if (!isOpen) return undefined
    const stops = [
      ...fields.map((field) => facets.open(browseName, field, { max: 10 })),
      marksOf(client).onSaved(() => facets.refresh(browseName)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, facets, isOpen])
  const found = { $rating: useFound('$rating'), $label: useFound('$label'), $pick: useFound('$pick') }
  const isCounted = fields.every((field) => ['loaded', 'error'].includes(found[field].status))
  return {
    counts: {
      $rating: countsOf(found.$rating),
      $label: countsOf(found.$label),
      $pick: countsOf(found.$pick),
    },
    isCounted,
  }
}

function useFound(field: (typeof fields)[number]): FacetSearchSnapshot {
  return useKey(facetSearchesOf(useClient()), facetKey(browseName, field))
}

function countsOf({ values }: FacetSearchSnapshot): ReadonlyMap<string, number> {
  return new Map(values.map(({ data, count }) => [String(data.id), count]))
}
