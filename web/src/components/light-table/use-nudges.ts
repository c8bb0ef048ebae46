import { useEffect, useRef } from 'react'
import { boundsOf, type Laid, type Rect } from './table-layout.ts'

/** Small changes by keys or clicks: shown at once, one edit when they rest. */
export interface Nudges {
  /** Answers where what is changed comes to lie; null: there is nothing to change. */
  readonly shift: (change: (laid: readonly Laid[]) => readonly Laid[]) => Rect | null
  /** Makes an edit of what was changed so far. */
  readonly settle: () => void
  /** Takes it back; false: nothing was changed. */
  readonly cancel: () => boolean
}

/** After so long without another, a change is an edit, ms. */
const restMs = 300

export function useNudges(given: {
  readonly targets: () => readonly Laid[]
  readonly onDraft: (laid: readonly Laid[] | null) => void
  readonly onEdit: (laid: readonly Laid[]) => void
}): Nudges {
  const pending = useRef<{ laid: readonly Laid[]; timer: ReturnType<typeof setTimeout> } | null>(null)
  const latest = useRef(given)
  useEffect(() => {
    latest.current = given
  })
  useEffect(() => () => clearTimeout(pending.current?.timer), [])
  const take = (): readonly Laid[] | null => {
    const { laid = null, timer } = pending.current ?? {}
    clearTimeout(timer)
    pending.current = null
    if (laid) latest.current.onDraft(null)
    return laid
  }
  const settle = (): void => {
    const laid = take()
    if (laid) latest.current.onEdit(laid)
  }
  return {
    settle,
    cancel: () => take() !== null,
    shift(change) {
      const next = change(pending.current?.laid ?? latest.current.targets())
      clearTimeout(pending.current?.timer)
      if (next.length === 0) return null
      pending.current = { laid: next, timer: setTimeout(settle, restMs) }
      latest.current.onDraft(next)
      return boundsOf(next)
    },
  }
}
