import { useRef, useState } from 'react'

/** How far a finger goes to turn over, px, and how much more sideways than up or down. */
const turnPx = 56
const slant = 1.4
/** What moves along where there is nothing to turn to. */
const held = 0.25

interface Point {
  readonly x: number
  readonly y: number
}

/** Where a swipe leads: to what comes before and after; missing at the ends. */
export interface SwipeTargets {
  readonly onPrevious?: (() => void) | undefined
  readonly onNext?: (() => void) | undefined
}

/**
 * Swiping with one finger: what is shown moves along, and turns over when the finger leaves it far enough
 * aside.
 */
export function useSwipe({ onPrevious, onNext }: SwipeTargets) {
  const start = useRef<Point | null>(null)
  const [awayPx, setAway] = useState(0)
  const cancel = (): void => {
    start.current = null
    setAway(0)
  }
  return {
    /** How far what is shown stands aside, px. */
    awayPx,
    begin: (point: Point): void => {
      start.current = point
    },
    move(point: Point): void {
      if (start.current === null) return
      const way = point.x - start.current.x
      setAway(way * ((way > 0 ? onPrevious : onNext) ? 1 : held))
    },
    end(point: Point): void {
      if (start.current === null) return
      const [x, y] = [point.x - start.current.x, point.y - start.current.y]
      cancel()
      if (Math.abs(x) < turnPx || Math.abs(x) < Math.abs(y) * slant) return
      if (x > 0) onPrevious?.()
      else onNext?.()
    },
    cancel,
  }
}
