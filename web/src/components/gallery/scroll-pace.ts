/**
 * Faster than this a picture is gone before it is seen, px a millisecond; and how long it has to be slower,
 * ms.
 */
const fastPxPerMs = 4
const calmMs = 120

/**
 * Listeners that are called in one task, and between two tasks, ms: each asks for a picture, which is 1 ms of
 * work and more. Forty rows at once were a task of 50 ms.
 */
const atOnce = 6
const betweenMs = 8

/**
 * Whether a list flies past. While it does, pictures are not asked for: they would be gone before they came.
 */
export interface ScrollPace {
  readonly isFast: () => boolean
  /** Takes note of a scroll. @param top px; @param atMs its time */
  readonly note: (top: number, atMs: number) => void
  /**
   * Calls the listener each time that it has become calm, a few listeners at a time in the order in which
   * they came; answers how to stop.
   */
  readonly onCalm: (listener: () => void) => () => void
}

/** Creates the pace of one list. */
export function createScrollPace(): ScrollPace {
  const listeners = new Set<() => void>()
  let last = { top: 0, atMs: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  const call = (waiting: readonly (() => void)[]): void => {
    if (timer !== undefined) return
    for (const listener of waiting.slice(0, atOnce)) if (listeners.has(listener)) listener()
    if (waiting.length > atOnce) setTimeout(call, betweenMs, waiting.slice(atOnce))
  }
  const calm = (): void => {
    timer = undefined
    call([...listeners])
  }
  return {
    isFast: () => timer !== undefined,
    note(top, atMs) {
      // A frame is 16 ms: events that come closer together say less of the pace.
      const fast = Math.abs(top - last.top) > fastPxPerMs * Math.max(16, Math.min(100, atMs - last.atMs))
      last = { top, atMs }
      if (!fast) return
      clearTimeout(timer)
      timer = setTimeout(calm, calmMs)
    },
    onCalm(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
