import { useEffect, useEffectEvent, useMemo } from 'react'
import {
  pollCursor,
  type CursorChange,
  type CursorDefinition,
  type Cursors,
  type CursorSnapshot,
} from '@cartouche/client'
import { useClient } from './provider.tsx'
import { suspendKey, type SuspenseOption } from './suspend.ts'
import { useKey } from './use-readable.ts'

/** The actions of one cursor. Promises of its requests never reject here: the snapshot has the error. */
export interface CursorActions {
  readonly next: () => void
  /** Loads more of one group. */
  readonly nextOfGroup: (group: string) => void
  readonly refresh: () => void
  readonly change: (change: CursorChange) => void
  readonly setFulltext: (fulltext: string) => void
  readonly constrain: (name: string, constraint: Parameters<Cursors['constrain']>[2]) => void
  readonly toggleValue: (name: string, value: Parameters<Cursors['toggleValue']>[2]) => void
  readonly clearConstraints: () => void
}

/**
 * A cursor, registered by its definition unless there is one of this name already, and kept fresh while the
 * component is there. It stays with its data and constraints when the component goes.
 */
export function useCursor(
  nameOrDefinition: string | CursorDefinition,
  { suspense }: SuspenseOption = {},
): CursorSnapshot & { readonly actions: CursorActions } {
  const client = useClient()
  const { cursors } = client
  const name = typeof nameOrDefinition === 'string' ? nameOrDefinition : nameOrDefinition.name
  // What a definition says after the first time is a change, and changes are made by actions: the name alone
  // starts this again.
  const ensure = (): void => {
    if (typeof nameOrDefinition !== 'string') cursors.ensure(nameOrDefinition)
  }
  const ensureNow = useEffectEvent(ensure)
  useEffect(() => {
    ensureNow()
    const stops = [cursors.watch(name), pollCursor(client, name)]
    return () => stops.forEach((stop) => stop())
  }, [client, cursors, name])
  const snapshot = useKey(cursors, name)
  const actions = useMemo(() => cursorActions(cursors, name), [cursors, name])
  if (suspense)
    suspendKey(cursors, name, {
      isThere: ({ hasData }) => hasData,
      start: () => {
        ensure()
        cursors.fetch(name).catch(() => undefined)
      },
    })
  // Copied with its getters: arrays of all hits are made for those who read them.
  return useMemo(
    () =>
      Object.defineProperties({ actions }, Object.getOwnPropertyDescriptors(snapshot)) as CursorSnapshot & {
        readonly actions: CursorActions
      },
    [snapshot, actions],
  )
}

function cursorActions(cursors: Cursors, name: string): CursorActions {
  const quietly = (work: Promise<void>): void => void work.catch(() => undefined)
  return {
    next: () => quietly(cursors.next(name)),
    nextOfGroup: (group) => quietly(cursors.nextOfGroup(name, group)),
    refresh: () => quietly(cursors.refresh(name)),
    change: (change) => cursors.change(name, change),
    setFulltext: (fulltext) => cursors.setFulltext(name, fulltext),
    constrain: (constraintName, constraint) => cursors.constrain(name, constraintName, constraint),
    toggleValue: (constraintName, value) => cursors.toggleValue(name, constraintName, value),
    clearConstraints: () => cursors.clearConstraints(name),
  }
}
