import { readKey, savedSearchesOf, treesOf, type SchemaSnapshot, type TreeSnapshot } from '@cartouche/client'
import { useClient, useReadable, useSelected } from '@cartouche/react'
import { useCallback, useMemo } from 'react'
import { asksSame, browseOfSearch } from '../../components/saved-searches/browse-of-search.ts'
import { clearConstraints, chosenOf, type BrowseState } from '../../address/browse-address.ts'
import { treeName } from './use-facet-tree.ts'

/**
 * What people call all results: the saved search that the list shows, or the one node of a tree, such as a
 * collection, that it is opened by; undefined where it has no name that is known here.
 */
export function useResultsName(state: BrowseState, { fields }: SchemaSnapshot): string | undefined {
  const client = useClient()
  const { searches } = useReadable(savedSearchesOf(client))
  const trees = treesOf(client)
  const node = useMemo(() => onlyNode(state), [state])
  const tree = useMemo(() => readKey(trees, treeName(node?.field ?? '')), [trees, node])
  const nameOfNode = useSelected(
    tree,
    useCallback(({ nodes }: TreeSnapshot) => (node ? nodes[node.id]?.name : undefined), [node]),
  )
  const search = searches.find(({ id }) => String(id) === state.saved)
  const browsed = search && browseOfSearch(search, fields)
  return search && browsed && asksSame(browsed.state, state) ? search.name : nameOfNode
}

/** The one linked entity that a list asks for, and nothing else. */
function onlyNode(state: BrowseState): { readonly field: string; readonly id: number } | undefined {
  const field = Object.keys({ ...state.values, ...state.below })[0]
  const [id, ...others] = field === undefined ? [] : chosenOf(state, field)
  if (field === undefined || id === undefined || others.length > 0 || !/^\d+$/.test(id)) return undefined
  const cleared = clearConstraints(state)
  const only = { ...cleared, values: pick(state.values, field), below: pick(state.below, field) }
  return asksSame(only, state) ? { field, id: Number(id) } : undefined
}

function pick(
  record: Readonly<Record<string, readonly string[]>>,
  field: string,
): Readonly<Record<string, readonly string[]>> {
  const chosen = record[field]
  return chosen === undefined ? {} : { [field]: chosen }
}
