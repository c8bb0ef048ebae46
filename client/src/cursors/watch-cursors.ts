import type { Clock } from '../clock.ts'
import { typingDelayMs, type CursorRunner } from './cursor-runner.ts'

/**
 * Watched cursors load by themselves what they ask; changes of what they ask are gathered for 50 ms.
 * @source DESIGN "Data layer"; data-layer §9: cursor provider debounce 50 ms
 */
export function createWatching(clock: Clock) {
  const counts = new Map<string, number>()
  const timers = new Map<string, () => void>()

  const look = (runner: CursorRunner, name: string): void => {
    const status = counts.has(name) ? runner.entryOf(name)?.state.status : undefined
    if (status === 'registered' || status === 'resolved') runner.send(name, { type: 'fetch' })
    timers.get(name)?.()
    timers.delete(name)
    if (status !== 'invalid') return
    timers.set(name, clock.after(typingDelayMs, () => {
      timers.delete(name)
      // What is asked can have become what is shown again, or nobody looks any more.
      if (counts.has(name) && runner.entryOf(name)?.state.status === 'invalid') runner.send(name, { type: 'fetch' })
    }))
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
