import { facetKey, facetSearchesOf, markLabels, markPicks, marksOf, maxRating } from '@cartouche/client'
import { useClient, useKey } from '@cartouche/react'
import { Checkbox, SegmentedControl, Text } from '@mantine/core'
import { memo, useEffect } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { setLeast, toggleValue, type BrowseState } from '../../address/browse-address.ts'
import { browseName } from '../../address/browse-cursor.ts'
import marks from '../../components/marks/marks.module.css'
import { FacetSection } from './facet-section.tsx'
import type { ChangeBrowse } from './use-browse.ts'
import { useFacetFold } from './use-facet-fold.ts'

interface MarksFacetProps {
  readonly state: BrowseState
  readonly onChange: ChangeBrowse
}

const fields = ['$rating', '$label', '$pick'] as const
const none: readonly string[] = []

/** The list narrowed by stars, colour labels and picks, each with how many there are. */
export const MarksFacet = memo(function MarksFacet({ state, onChange }: MarksFacetProps) {
  const intl = useIntl()
  const { isRead, isFolded, setFolded } = useFacetFold('marks')
  const counts = useMarkCounts(isRead)
  const least = state.numbers['$rating']?.gte ?? 0
  const labels = state.values['$label'] ?? none
  const picks = state.values['$pick'] ?? none
  const toggle = (field: string, value: string): void => onChange((now) => toggleValue(now, field, value))
  return (
    <FacetSection
      label={intl.formatMessage({ id: 'marks.facet' })}
      chosenCount={(least > 0 ? 1 : 0) + labels.length + picks.length}
      isOpen={!isFolded}
      onToggle={() => setFolded(!isFolded)}
    >
      <div className={marks.facet}>
        <div className={marks.row}>
          <SegmentedControl
            size="xs"
            aria-label={intl.formatMessage({ id: 'marks.stars' })}
            value={String(least)}
            onChange={(value) =>
              onChange((now) => setLeast(now, '$rating', value === '0' ? null : Number(value)))
            }
            data={Array.from({ length: maxRating + 1 }, (_star, rating) => ({
              value: String(rating),
              label:
                rating === 0
                  ? intl.formatMessage({ id: 'marks.any' })
                  : intl.formatMessage(
                      { id: rating === maxRating ? 'marks.five' : 'marks.orMore' },
                      { rating },
                    ),
            }))}
          />
          <Count value={sumFrom(counts('$rating'), Math.max(1, least))} />
        </div>
        <ul className={marks.items} aria-label={intl.formatMessage({ id: 'marks.labels' })}>
          {[...markLabels, 'none' as const].map((label) => (
            <li key={label} className={marks.row}>
              <Checkbox
                size="xs"
                checked={labels.includes(label)}
                onChange={() => toggle('$label', label)}
                label={
                  <span className={marks.marks}>
                    {label !== 'none' && <span className={marks.dot} data-mark={label} aria-hidden />}
                    <FormattedMessage id={`marks.label.${label}`} />
                  </span>
                }
              />
              <Count value={counts('$label').get(label) ?? 0} />
            </li>
          ))}
        </ul>
        <ul className={marks.items} aria-label={intl.formatMessage({ id: 'marks.picks' })}>
          {[...markPicks, 'none' as const].map((pick) => (
            <li key={pick} className={marks.row}>
              <Checkbox
                size="xs"
                checked={picks.includes(pick)}
                onChange={() => toggle('$pick', pick)}
                label={<FormattedMessage id={`marks.pick.${pick}`} />}
              />
              <Count value={counts('$pick').get(pick) ?? 0} />
            </li>
          ))}
        </ul>
      </div>
    </FacetSection>
  )
})

function Count({ value }: { readonly value: number }) {
  return (
    <Text component="span" className={marks.count}>
      <FormattedNumber value={value} />
    </Text>
  )
}

type Counts = ReadonlyMap<string, number>

function sumFrom(counts: Counts, least: number): number {
  return [...counts].reduce((sum, [rating, count]) => (Number(rating) >= least ? sum + count : sum), 0)
}

/** How many hits have each value of a field of marks; counted again after something was marked. */
function useMarkCounts(isOpen: boolean): (field: (typeof fields)[number]) => Counts {
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
  const snapshots = {
    $rating: useKey(facets, facetKey(browseName, '$rating')),
    $label: useKey(facets, facetKey(browseName, '$label')),
    $pick: useKey(facets, facetKey(browseName, '$pick')),
  }
  return (field) => new Map(snapshots[field].values.map(({ data, count }) => [String(data.id), count]))
}
