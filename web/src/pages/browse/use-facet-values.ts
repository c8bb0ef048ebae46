import type { FacetValue } from '@cartouche/contract'
import { useClient, useKey } from '@cartouche/react'
import { useEffect, useMemo } from 'react'
import type { BrowseState } from './browse-address.ts'
import { browseDefinition, facetDefinition } from './browse-cursor.ts'

const none: readonly FacetValue[] = []

/**
 * The values of a facet with their counts. While some of them are chosen the counts come from a question of their own that leaves this facet
 * out: the others can then be chosen beside them.
 */
export function useFacetValues(field: string, state: BrowseState): readonly FacetValue[] {
  const { cursors } = useClient()
  const isChosen = (state.values[field]?.length ?? 0) > 0
  const definition = useMemo(() => facetDefinition(state, field), [state, field])
  useEffect(() => {
    if (!isChosen) return undefined
    cursors.ensure(definition)
    cursors.change(definition.name, { fulltext: definition.fulltext ?? '', constraints: definition.constraints ?? {} })
    return cursors.watch(definition.name)
  }, [cursors, definition, isChosen])
  const whole = useKey(cursors, browseDefinition(state).name).aggregates[field]
  const own = useKey(cursors, definition.name).aggregates[field]
  return (isChosen ? (own ?? whole) : whole) ?? none
}
