import { createContext, use, useEffect, useState } from 'react'

/** Rows that are drawn within one frame. A step of the wheel brings as many; a jump brings more. */
const rowsPerFrame = 12

/** Gives the rows of a table their turns: so many in each frame. */
export interface Turns {
  /** Whether a row can be drawn in this frame. */
  take(): boolean
  /** Calls back in the frame that has room for it. Answers what takes that back. */
  wait(onTurn: () => void): () => void
}

/** Makes the turns of one table. */
export function createTurns(): Turns {
  const waiting = new Set<() => void>()
  let left = rowsPerFrame
  let isAsked = false
  const nextFrame = (): void => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      left = rowsPerFrame
      for (const onTurn of waiting) {
        if (left === 0) break
        left--
        waiting.delete(onTurn)
        onTurn()
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
    wait(onTurn) {
      waiting.add(onTurn)
      nextFrame()
      return () => waiting.delete(onTurn)
    },
  }
}

export const TurnsContext = createContext<Turns>({ take: () => true, wait: () => () => {} })

/** Whether it is the turn of a row that was added to the table. It stays so. */
export function useTurn(): boolean {
  const turns = use(TurnsContext)
  const [isDrawn, setDrawn] = useState(() => turns.take())
  useEffect(() => (isDrawn ? undefined : turns.wait(() => setDrawn(true))), [turns, isDrawn])
  return isDrawn
}
