import type { CursorSnapshot, SchemaSnapshot } from '@cartouche/client'
import { useClient, useCursor, type CursorActions } from '@cartouche/react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useLayoutEffect, useMemo } from 'react'
import {
  readRecordsAddress,
  recordsDefinition,
  writeRecordsAddress,
  type RecordsState,
} from './record-address.ts'

/** A list of records: what its address asks, what has come, and the way to ask for something else. */
export interface Records {
  readonly state: RecordsState
  /** Goes to the address with these changes. `replace`: without a step for Back. */
  readonly change: (changes: Partial<RecordsState>, options?: { readonly replace?: boolean }) => void
  readonly cursor: CursorSnapshot & { readonly actions: CursorActions }
  /** The order that the list stands in. */
  readonly order: string
}

/** Binds the cursor of a list to the address, which is the one source of what it asks. */
export function useRecords(schema: SchemaSnapshot): Records {
  const { cursors } = useClient()
  const navigate = useNavigate()
  const state = useSearch({
    from: '/frame/administration',
    select: readRecordsAddress,
    structuralSharing: true,
  })
  const usualOrder = schema.fields['name']?.sortable === true ? 'name asc' : 'createdat desc'
  const definition = useMemo(
    () => recordsDefinition(schema.name, state, usualOrder),
    [schema.name, state, usualOrder],
  )
  // Before the cursor is watched, so that it asks once, and for this address.
  useLayoutEffect(() => {
    const { name, path: _path, ...asked } = definition
    cursors.ensure(definition)
    cursors.change(name, asked)
  }, [cursors, definition])
  const cursor = useCursor(definition.name)
  const change = useCallback<Records['change']>(
    (changes, { replace = false } = {}) =>
      void navigate({
        to: '/administration',
        search: writeRecordsAddress({ ...state, ...changes }),
        replace,
      }),
    [navigate, state],
  )
  return { state, change, cursor, order: definition.orderby ?? '' }
}
