import type { Clock } from '../clock.ts'
import { typingDelayMs, type CursorRunner } from './cursor-runner.ts'

/**
 * Watched cursors load by themselves what they ask. What is typed is gathered for 50 ms; other changes are
 * asked for at once, those of one turn together: whoever clicks waits for nothing.
 * @source DESIGN "Data layer": typing is debounced; data-layer §9: cursor provider debounce 50 ms
 */
export function createWatching(clock: Clock) {
  const counts = new Map<string, number>()
  const timers = new Map<string, () => void>()
  const after = (run: () => void): (() => void) => clock.after(typingDelayMs, run)

  /** `typed`: whether what is asked was changed by typing; undefined where it was not changed. */
  const look = (runner: CursorRunner, name: string, typed?: boolean): void => {
    const status = counts.has(name) ? runner.entryOf(name)?.state.status : undefined
    if (status === 'registered' || status === 'resolved') runner.send(name, { type: 'fetch' })
    if (status === 'invalid' && typed === undefined && timers.has(name)) return
    timers.get(name)?.()
    timers.delete(name)
    if (status !== 'invalid') return
    timers.set(
      name,
      (typed ? after : endOfTurn)(() => {
        timers.delete(name)
        // What is asked can have become what is shown again, or nobody looks any more.
        if (counts.has(name) && runner.entryOf(name)?.state.status === 'invalid')
          runner.send(name, { type: 'fetch' })
      }),
    )
  }
  const watch = (runner: CursorRunner, name: string): (() => void) => {
    let watching = true
    counts.set(name, (counts.get(name) ?? 0) + 1)
    look(runner, name)
    return () => {
      if (!watching) return
      watching = false
      const left = (counts.get(name) ?? 1) - 1
      if (left > 0) counts.set(name, left)
      else counts.delete(name)
      look(runner, name)
    }
  }
  return { look, watch }
}

/** Runs something when all that runs now is done, before anything else begins; answers how to call it off. */
function endOfTurn(run: () => void): () => void {
  let isWanted = true
  queueMicrotask(() => {
    if (isWanted) run()
  })
  return () => {
    isWanted = false
  }
}
