import { useMemo, useSyncExternalStore } from 'react'
import { readKey, type KeyedReadable, type Readable } from '@cartouche/client'

/** The snapshot of a store; renders again when it changed. */
export function useReadable<Snapshot>(readable: Readable<Snapshot>): Snapshot {
  return useSyncExternalStore(readable.subscribe, readable.get, readable.get)
}

/**
 * What a selector makes of the snapshot of a store; renders again only when that changed. The selector needs
 * a stable identity.
 */
export function useSelected<Snapshot, Selected>(
  readable: Readable<Snapshot>,
  select: (snapshot: Snapshot) => Selected,
): Selected {
  const get = useMemo(() => memoised(readable.get, select), [readable, select])
  return useSyncExternalStore(readable.subscribe, get, get)
}

/** The snapshot of one key of a store; other keys change without a render. */
export function useKey<Snapshot>(store: KeyedReadable<Snapshot>, key: string): Snapshot {
  return useReadable(useMemo(() => readKey(store, key), [store, key]))
}

function memoised<Snapshot, Selected>(
  get: () => Snapshot,
  select: (snapshot: Snapshot) => Selected,
): () => Selected {
  let from: { readonly snapshot: Snapshot; readonly selected: Selected } | undefined
  return () => {
    const snapshot = get()
    if (!from || !Object.is(from.snapshot, snapshot)) from = { snapshot, selected: select(snapshot) }
    return from.selected
  }
}
