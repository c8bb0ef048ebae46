import { useMemo, useState } from 'react'
import { add, extendTo, noSelection, toggle, type Selection } from './selection.ts'

/** A selection and what changes it. The actions keep their identity. */
export interface SelectionControl {
  readonly selection: Selection
  readonly toggle: (id: number) => void
  readonly extendTo: (id: number, order: readonly number[]) => void
  readonly add: (ids: readonly number[]) => void
  readonly set: (selection: Selection) => void
  readonly clear: () => void
}

/** Holds the selection of one list. */
export function useSelection(): SelectionControl {
  const [selection, setSelection] = useState<Selection>(noSelection)
  const actions = useMemo(
    () => ({
      toggle: (id: number) => setSelection((now) => toggle(now, id)),
      extendTo: (id: number, order: readonly number[]) => setSelection((now) => extendTo(now, id, order)),
      add: (ids: readonly number[]) => setSelection((now) => add(now, ids)),
      set: setSelection,
      clear: () => setSelection((now) => (now.ids.size === 0 ? now : noSelection)),
    }),
    [],
  )
  return useMemo(() => ({ selection, ...actions }), [selection, actions])
}
