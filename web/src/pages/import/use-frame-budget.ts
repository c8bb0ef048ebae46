import { createContext, use, useEffect, useState } from 'react'

/**
 * Rows that are drawn in one frame: a step of the wheel brings ten, a jump brings all in sight. Most of the
 * time that a frame takes is the layout of their texts.
 * @source decision 0264
 */
const rowsPerFrame = 6

/** Spreads the rows of a table over frames, so that none has a long task. */
export interface FrameBudget {
  /** Whether this frame has room for one more row, which it counts. */
  take(): boolean
  /** Calls back in the first frame with room, in the order of the calls. Answers what cancels it. */
  wait(onRoom: () => void): () => void
}

/** The budget of one table. */
export function createFrameBudget(): FrameBudget {
  const waiting = new Set<() => void>()
  let left = rowsPerFrame
  let isAsked = false
  const nextFrame = (): void => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      left = rowsPerFrame
      for (const onRoom of waiting) {
        if (left === 0) break
        left--
        waiting.delete(onRoom)
        onRoom()
      }
      if (waiting.size > 0) nextFrame()
    })
  }
  return {
    take() {
      nextFrame()
      if (left === 0) return false
      left--
      return true
    },
    wait(onRoom) {
      waiting.add(onRoom)
      nextFrame()
      return () => waiting.delete(onRoom)
    },
  }
}

/** Without a provider all rows are drawn at once. */
export const FrameBudgetContext = createContext<FrameBudget>({ take: () => true, wait: () => () => {} })

/** Whether a row that was added is drawn yet. It stays so. */
export function useFrameBudget(): boolean {
  const budget = use(FrameBudgetContext)
  const [isDrawn, setDrawn] = useState(() => budget.take())
  useEffect(() => (isDrawn ? undefined : budget.wait(() => setDrawn(true))), [budget, isDrawn])
  return isDrawn
}
