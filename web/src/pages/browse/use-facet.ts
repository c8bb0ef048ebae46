import {
  aggregatesOf,
  facetKey,
  facetSearchesOf,
  readKey,
  type CursorAggregates,
  type FacetSearchSnapshot,
  type FacetValue,
} from '@cartouche/client'
import { useClient, useKey, useSelected } from '@cartouche/react'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { browseName, wireValue } from '../../address/browse-cursor.ts'
import { chosenFirst } from './chosen-first.ts'

/** Values that a facet shows before "show more", and by how many it grows then. */
const shortCount = 8
const moreCount = 20

const none: readonly FacetValue[] = []

/** A facet of the list as it is shown: chosen values first, whatever is searched inside. */
export interface ShownFacet extends Pick<FacetSearchSnapshot, 'status' | 'error' | 'filter'> {
  readonly values: readonly FacetValue[]
  /** Whether there are so many values that a search inside them is worth its place. */
  readonly isLong: boolean
  readonly search: (filter: string) => void
  /** Shows more, where there are more. */
  readonly showMore: (() => void) | undefined
  /** Shows the first alone, where more are shown. */
  readonly showLess: (() => void) | undefined
}

/**
 * The values of a facet with their counts, read from the server while it is open. They are counted without
 * what is chosen of this field, so that others can be chosen beside it; chosen values that are not among the
 * first are counted by themselves.
 */
export function useFacet(field: string, chosen: readonly string[], isOpen: boolean): ShownFacet {
  const facets = facetSearchesOf(useClient())
  const [isShort, setShort] = useState(true)
  useEffect(
    () => (isOpen ? facets.open(browseName, field, { max: shortCount }) : undefined),
    [facets, field, isOpen],
  )
  const snapshot = useKey(facets, facetKey(browseName, field))
  const { filter } = snapshot
  // Drawn after what is more urgent: the count of the list, whose answer comes at the same time.
  const { status, error, values, hasMore } = useDeferredValue(snapshot)
  const missing = chosen.filter((one) => !values.some(({ data }) => String(data.id) === one))
  const others = useCountsOf(field, isOpen ? missing : [])
  const ordered = useMemo(() => chosenFirst(chosen, values, others), [values, others, chosen])
  const isCut = isShort && filter === '' && ordered.length > Math.max(shortCount, chosen.length)
  return {
    status,
    error,
    filter,
    isLong: hasMore || filter !== '' || values.length > shortCount,
    values: isCut ? ordered.slice(0, Math.max(shortCount, chosen.length)) : ordered,
    search: (text) => facets.search(browseName, field, text),
    showMore:
      hasMore || isCut
        ? () => {
            setShort(false)
            if (hasMore) facets.showMore(browseName, field, moreCount)
          }
        : undefined,
    showLess: !isShort && filter === '' && ordered.length > shortCount ? () => setShort(true) : undefined,
  }
}

/** Values of a field with what would be found with them; names are those of the server. */
function useCountsOf(field: string, wanted: readonly string[]): readonly FacetValue[] {
  const aggregates = aggregatesOf(useClient())
  const key = JSON.stringify(wanted)
  useEffect(() => {
    const ids = (JSON.parse(key) as string[]).map(wireValue)
    return ids.length > 0
      ? aggregates.register(browseName, field, { field, ids, showEmptyAggregate: true })
      : undefined
  }, [aggregates, field, key])
  // The counts of the others come and go with their own; they are none of this field's.
  const counts = useMemo(() => readKey(aggregates, browseName), [aggregates])
  const select = useCallback((all: CursorAggregates) => all.constraints[field]?.values ?? none, [field])
  const counted = useSelected(counts, select)
  return useMemo(() => counted.map((value) => ({ ...value, count: value.total })), [counted])
}
