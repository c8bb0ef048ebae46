import { useCallback, useState } from 'react'

/** What there is of the results behind an asset that is opened by its address. */
export interface ResultsBehind {
  /** Whether they are drawn, with filters and pictures: from the first time that no asset lies over them. */
  readonly areDrawn: boolean
  /** Whether they are asked for. The asset in front comes first; previous and next need them soon after. */
  readonly areAsked: boolean
  /** To be called when the asset in front is drawn. */
  readonly onFrontDrawn: () => void
  /** The last asset that lay over them before they were drawn; null where none did. */
  readonly closedId: number | null
}

/** Keeps the results back as long as they are not seen. `openedId`: the asset over them. */
export function useResultsBehind(openedId: number | null): ResultsBehind {
  const [areDrawn, setDrawn] = useState(openedId === null)
  const [isFrontDrawn, setFrontDrawn] = useState(false)
  const [closedId, setClosedId] = useState(openedId)
  const onFrontDrawn = useCallback(() => whenIdle(() => setFrontDrawn(true)), [])
  if (!areDrawn && openedId === null) setDrawn(true)
  if (!areDrawn && openedId !== null && openedId !== closedId) setClosedId(openedId)
  return { areDrawn, areAsked: areDrawn || isFrontDrawn, onFrontDrawn, closedId }
}

/** Longest wait for an idle moment, ms. */
const idleWithinMs = 1000

function whenIdle(run: () => void): void {
  // Not every browser has it.
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: idleWithinMs })
  else setTimeout(run)
}
