import type { TrashEntry } from '@cartouche/contract'
import { useState } from 'react'

/** The entries of the trash that are selected, also those that another search does not show. */
export interface TrashSelection {
  readonly entries: readonly TrashEntry[]
  has(entry: TrashEntry): boolean
  toggle(entry: TrashEntry): void
  set(entries: readonly TrashEntry[]): void
  remove(entry: TrashEntry): void
}

const keyOf = ({ resource, id }: TrashEntry): string => `${resource}/${id}`

export function useTrashSelection(): TrashSelection {
  const [selected, setSelected] = useState<ReadonlyMap<string, TrashEntry>>(new Map())
  return {
    entries: [...selected.values()],
    has: (entry) => selected.has(keyOf(entry)),
    toggle: (entry) =>
      setSelected((before) => {
        const after = new Map(before)
        if (!after.delete(keyOf(entry))) after.set(keyOf(entry), entry)
        return after
      }),
    remove: (entry) => setSelected((before) => new Map([...before].filter(([key]) => key !== keyOf(entry)))),
    set: (entries) => setSelected(new Map(entries.map((entry) => [keyOf(entry), entry]))),
  }
}
