import type { CursorSnapshot } from '@cartouche/client'
import type { Asset } from '@cartouche/contract'
import { useClient, useCursor, type CursorActions } from '@cartouche/react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
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
  const state = useMemo(() => readBrowseAddress(search), [search])
  const definition = useMemo(() => browseDefinition(state), [state])
  // Before the cursor is watched, so that it asks once, and for this address.
  useEffect(() => {
    cursors.ensure(definition)
    cursors.change(definition.name, { fulltext: definition.fulltext ?? '', orderby: definition.orderby, constraints: definition.constraints ?? {} })
  }, [cursors, definition])
  const cursor = useCursor(definition.name)
  return {
    state, cursor,
    assets: cursor.data as readonly Asset[],
    change: (next, { replace = false } = {}) => void navigate({ to: '/browse', search: writeBrowseAddress(next), replace }),
  }
}
