import { useEffect, useEffectEvent, useMemo } from 'react'
import {
  aggregatesOf,
  facetKey,
  facetSearchesOf,
  type AggregateRequest,
  type ConstraintAggregate,
  type FacetOptions,
  type FacetSearchSnapshot,
} from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useKey } from './use-readable.ts'

/**
 * The values of one facet of a cursor, with a search inside; kept in step with the cursor while the component
 * is there. The cursor has to be registered before.
 */
export function useFacet(
  cursorName: string,
  field: string,
  options: FacetOptions = {},
): FacetSearchSnapshot & { readonly search: (filter: string) => void; readonly showMore: () => void } {
  const facets = facetSearchesOf(useClient())
  const open = useEffectEvent(() => facets.open(cursorName, field, options))
  useEffect(() => open(), [facets, cursorName, field])
  const snapshot = useKey(facets, facetKey(cursorName, field))
  return useMemo(
    () => ({
      ...snapshot,
      search: (filter: string) => facets.search(cursorName, field, filter),
      showMore: () => facets.showMore(cursorName, field),
    }),
    [snapshot, facets, cursorName, field],
  )
}

/**
 * Counts for one constraint of a cursor, or undefined while there are none. The cursor has to be registered
 * before.
 */
export function useAggregate(
  cursorName: string,
  constraintName: string,
  request: AggregateRequest,
): ConstraintAggregate | undefined {
  const aggregates = aggregatesOf(useClient())
  const register = useEffectEvent(() => aggregates.register(cursorName, constraintName, request))
  const ids = JSON.stringify(request)
  useEffect(() => register(), [aggregates, cursorName, constraintName, ids])
  return useKey(aggregates, cursorName).constraints[constraintName]
}
