import type { CursorSnapshot } from '@cartouche/client'
import type { Asset } from '@cartouche/contract'
import { useClient, useCursor, type CursorActions } from '@cartouche/react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useLayoutEffect, useMemo } from 'react'
import { useHabit } from '../../components/habits/use-habit.ts'
import { readBrowseAddress, writeBrowseAddress, type BrowseState } from './browse-address.ts'
import { browseDefinition } from './browse-cursor.ts'

/** The list of assets: what its address asks, what has come, and the way to ask for something else. */
export interface Browse {
  readonly state: BrowseState
  /** Goes to the address of another state. `replace`: without a step for Back. */
  readonly change: (next: BrowseState, options?: { readonly replace?: boolean }) => void
  readonly cursor: CursorSnapshot & { readonly actions: CursorActions }
  readonly assets: readonly Asset[]
}

/** Binds the cursor of the list to the address, which is the one source of what it asks. */
export function useBrowse(): Browse {
  const { cursors } = useClient()
  const navigate = useNavigate()
  const search = useSearch({ from: '/frame/browse' })
  const [keptView, keepView] = useHabit<string>('view', 'grid')
  const usualView = keptView === 'list' ? 'list' : 'grid'
  const state = useMemo(() => readBrowseAddress(search, usualView), [search, usualView])
  const { view, group } = state
  const definition = useMemo(() => browseDefinition(state), [state])
  // Before the cursor is watched and facets are counted, so that it asks once, and for this address.
  useLayoutEffect(() => {
    const { name, path: _path, ...asked } = definition
    cursors.ensure(definition)
    cursors.change(name, asked)
  }, [cursors, definition])
  const cursor = useCursor(definition.name)
  const change = useCallback<Browse['change']>((next, { replace = false } = {}) => {
    // A view that was chosen is how this person likes the list from now on; groups, which have only one, say nothing of it.
    const isChosen = next.view !== view && next.group === '' && group === ''
    if (isChosen) keepView(next.view)
    const leavesGroups = group !== '' && next.group === '' && next.view === view
    const shown: BrowseState = leavesGroups ? { ...next, view: usualView } : next
    void navigate({ to: '/browse', search: writeBrowseAddress(shown, isChosen ? next.view : usualView), replace })
  }, [navigate, view, group, usualView, keepView])
  return {
    state, cursor, change,
    assets: cursor.data as readonly Asset[],
  }
}
