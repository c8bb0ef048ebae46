import { useEffect, useEffectEvent, useMemo } from 'react'
import type { CursorChange, CursorDefinition, Cursors, CursorSnapshot } from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useKey } from './use-readable.ts'

/** The actions of one cursor. Promises of its requests never reject here: the snapshot tells. */
export interface CursorActions {
  readonly next: () => void
  readonly refresh: () => void
  readonly change: (change: CursorChange) => void
  readonly setFulltext: (fulltext: string) => void
  readonly constrain: (name: string, constraint: Parameters<Cursors['constrain']>[2]) => void
  readonly toggleValue: (name: string, value: Parameters<Cursors['toggleValue']>[2]) => void
  readonly clearConstraints: () => void
  readonly suggest: (input: string) => void
}

/**
 * A cursor, registered by its definition unless there is one of this name already, and kept fresh while the component is there. It
 * stays with its data and constraints when the component goes.
 */
export function useCursor(nameOrDefinition: string | CursorDefinition): CursorSnapshot & { readonly actions: CursorActions } {
  const { cursors } = useClient()
  const name = typeof nameOrDefinition === 'string' ? nameOrDefinition : nameOrDefinition.name
  // What a definition says after the first time is a change, and changes are made by actions: the name alone starts this anew.
  const ensure = useEffectEvent(() => {
    if (typeof nameOrDefinition !== 'string') cursors.ensure(nameOrDefinition)
  })
  useEffect(() => {
    ensure()
    return cursors.watch(name)
  }, [cursors, name])
  const snapshot = useKey(cursors, name)
  const actions = useMemo(() => cursorActions(cursors, name), [cursors, name])
  return useMemo(() => ({ ...snapshot, actions }), [snapshot, actions])
}

function cursorActions(cursors: Cursors, name: string): CursorActions {
  const quietly = (work: Promise<void>): void => void work.catch(() => undefined)
  return {
    next: () => quietly(cursors.next(name)),
    refresh: () => quietly(cursors.refresh(name)),
    change: (change) => cursors.change(name, change),
    setFulltext: (fulltext) => cursors.setFulltext(name, fulltext),
    constrain: (constraintName, constraint) => cursors.constrain(name, constraintName, constraint),
    toggleValue: (constraintName, value) => cursors.toggleValue(name, constraintName, value),
    clearConstraints: () => cursors.clearConstraints(name),
    suggest: (input) => quietly(cursors.suggest(name, input)),
  }
}
