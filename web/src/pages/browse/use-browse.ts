import type { CursorSnapshot } from '@cartouche/client'
import type { Asset } from '@cartouche/contract'
import { useClient, useCursor, type CursorActions } from '@cartouche/react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import type { AddressParams } from '../../address/search-params.ts'
import { isUnreachable } from '../../connection/use-connection.ts'
import { useViewSetting } from '../../components/view-settings/use-view-setting.ts'
import { readBrowseAddress, writeBrowseAddress, type BrowseState } from '../../address/browse-address.ts'
import { browseDefinition } from '../../address/browse-cursor.ts'

/**
 * Goes to the address of another state, or of what a step makes of the state of now. `replace`: without a
 * step for Back. Keeps its identity.
 */
export type ChangeBrowse = (
  next: BrowseState | ((now: BrowseState) => BrowseState),
  options?: { readonly replace?: boolean },
) => void

/** The list of assets: what its address asks, what has come, and the way to ask for something else. */
export interface Browse {
  readonly state: BrowseState
  readonly change: ChangeBrowse
  readonly cursor: CursorSnapshot & { readonly actions: CursorActions }
  readonly assets: readonly Asset[]
}

/**
 * Whether an error stands where the list would be. While the server is away what is loaded stays, whatever
 * was asked after it.
 */
export function showsError({ status, hasData, error, ...of }: Browse['cursor']): boolean {
  if (status !== 'error') return false
  return !hasData || (of.lastSignature !== of.signature && !isUnreachable(error))
}

/** A cursor that nobody registers: it has nothing, and asks for nothing. */
const notAsked = '~not asked'

/**
 * Binds the cursor of the list to the address, which is the one source of what it asks. `isAsked`: whether
 * the list is asked for already.
 */
export function useBrowse(isAsked: boolean): Browse {
  const { cursors } = useClient()
  const navigate = useNavigate()
  const [keptView, keepView] = useViewSetting<string>('view', 'grid')
  const usualView = keptView === 'list' ? 'list' : 'grid'
  // Parts that say the same as before keep their identity: a facet renders again only for what is its own.
  const state = useSearch({
    from: '/frame/browse',
    select: useCallback((search: AddressParams) => readBrowseAddress(search, usualView), [usualView]),
    structuralSharing: true,
  })
  const latest = useRef<{ readonly state: BrowseState; readonly usualView: BrowseState['view'] }>({
    state,
    usualView,
  })
  useLayoutEffect(() => {
    latest.current = { state, usualView }
  }, [state, usualView])
  const definition = useMemo(() => browseDefinition(state), [state])
  // Before the cursor is watched and facets are counted, so that it asks once, and for this address.
  useLayoutEffect(() => {
    if (!isAsked) return
    const { name, path: _path, ...asked } = definition
    cursors.ensure(definition)
    cursors.change(name, asked)
  }, [cursors, definition, isAsked])
  const cursor = useCursor(isAsked ? definition.name : notAsked)
  const change = useCallback<ChangeBrowse>(
    (wanted, { replace = false } = {}) => {
      const { state: now, usualView: usual } = latest.current
      const next = typeof wanted === 'function' ? wanted(now) : wanted
      // A view that was chosen is how this person likes the list from now on; groups, which have only one,
      // say nothing of it.
      const isChosen = next.view !== now.view && next.group === '' && now.group === ''
      if (isChosen) keepView(next.view)
      const leavesGroups = now.group !== '' && next.group === '' && next.view === now.view
      const shown: BrowseState = leavesGroups ? { ...next, view: usual } : next
      void navigate({
        to: '/browse',
        search: writeBrowseAddress(shown, isChosen ? next.view : usual),
        replace,
      })
    },
    [navigate, keepView],
  )
  return { state, cursor, change, assets: cursor.data as readonly Asset[] }
}
