import { useLayoutEffect, useRef, useState } from 'react'
import { lastOfferAt, withdrawUndo } from '../undo/offer-undo.tsx'
import type { Laid } from './table-layout.ts'
import { placeOf, placesToUndo, type Places } from './table-moves.ts'

/** Places as they are given: `onlyUnplaced`, to those alone that nobody has placed. */
export type Arrange = (places: Places, options?: { readonly onlyUnplaced?: boolean }) => void

interface Entry {
  readonly before: Places
  readonly after: Places
  readonly atMs: number
  /** The notification that offers to undo it. */
  readonly notice: string | undefined
}

/** Edits of a table, which can be undone and made again. */
export interface TableEdits {
  /** Places items. `offer` announces it with a way to undo it, and answers the id of the notification. */
  readonly place: (places: Places, offer?: (undo: () => void) => string) => void
  /** False: there is nothing to undo here; with `inTurn`, also where something else was done later. */
  readonly undo: (inTurn: boolean) => boolean
  readonly redo: () => boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
}

const maxEntries = 200

/**
 * Edits of a table. The first that places something settles all that nobody has placed where it is seen, so
 * that it does not move by itself. What somebody else has placed since is not undone.
 * @source decision 0238
 */
export function useTableEdits(laid: readonly Laid[], arrange: Arrange): TableEdits {
  const [{ done, undone }, setHistory] = useState<{ done: readonly Entry[]; undone: readonly Entry[] }>({
    done: [],
    undone: [],
  })
  const latest = useRef(laid)
  useLayoutEffect(() => {
    latest.current = laid
  })
  const apply = (to: Places, from: Places): void => {
    const wanted = placesToUndo(to, from, latest.current)
    if (wanted.size > 0) arrange(wanted)
  }
  const undoEntry = (entry: Entry): void => {
    apply(entry.before, entry.after)
    if (entry.notice !== undefined) withdrawUndo(entry.notice)
    setHistory((now) => ({
      done: now.done.filter((one) => one !== entry),
      undone: now.done.includes(entry) ? [...now.undone, entry] : now.undone,
    }))
  }
  return {
    canUndo: done.length > 0,
    canRedo: undone.length > 0,
    place(places, offer) {
      const before = latest.current.filter(({ id }) => places.has(id))
      const unplaced = latest.current.filter(({ id, item }) => item.place === null && !places.has(id))
      if (unplaced.length > 0)
        arrange(new Map(unplaced.map((one) => [one.id, placeOf(one)])), { onlyUnplaced: true })
      arrange(places)
      const entry: { -readonly [Key in keyof Entry]: Entry[Key] } = {
        before: new Map(before.map((one) => [one.id, placeOf(one)])),
        after: places,
        notice: undefined,
        atMs: 0,
      }
      entry.notice = offer?.(() => undoEntry(entry))
      entry.atMs = Date.now()
      setHistory((now) => ({ done: [...now.done, entry].slice(-maxEntries), undone: [] }))
    },
    undo(inTurn) {
      const entry = done.at(-1)
      if (entry === undefined || (inTurn && lastOfferAt() > entry.atMs)) return false
      undoEntry(entry)
      return true
    },
    redo() {
      const entry = undone.at(-1)
      if (entry === undefined) return false
      apply(entry.after, entry.before)
      setHistory((now) => ({ done: [...now.done, entry], undone: now.undone.slice(0, -1) }))
      return true
    },
  }
}
