import { entityKey, marksOf, type MarksSnapshot, type MarkStore } from '@cartouche/client'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useClient } from './provider.tsx'

/** The marks of many entities by id; the map is another one after each change. */
export function useManyMarks(path: string, ids: readonly number[]): ReadonlyMap<number, MarksSnapshot> {
  const marks = marksOf(useClient())
  useEffect(() => marks.load(path, ids), [marks, path, ids])
  const view = useMemo(() => createView(marks, path, ids), [marks, path, ids])
  return useSyncExternalStore(
    view.subscribe,
    useCallback(() => view.get(), [view]),
  )
}

function createView(marks: MarkStore, path: string, ids: readonly number[]) {
  const read = (): ReadonlyMap<number, MarksSnapshot> =>
    new Map(ids.map((id) => [id, marks.get(entityKey(path, id))]))
  let snapshot: ReadonlyMap<number, MarksSnapshot> | undefined
  return {
    // Many may change at once: they are read together, when the first is asked for.
    get: () => (snapshot ??= read()),
    subscribe(listener: () => void) {
      snapshot = undefined
      const stops = ids.map((id) =>
        marks.subscribe(entityKey(path, id), () => {
          snapshot = undefined
          listener()
        }),
      )
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
