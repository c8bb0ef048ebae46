import { wait, type Clock } from '../clock.ts'
import { toFailure } from '../failure.ts'
import type { CursorWords } from './cursor.ts'

/** Suggestions that one cursor keeps. @source data-layer §9: words max 6 */
export const maxWords = 6
/** @source DESIGN: typing is debounced by 50 ms; data-layer §9 */
export const typingDelayMs = 50

/** A cursor's words before anything was typed. */
export const noWords: CursorWords = { status: 'registered', input: '', max: maxWords, suggests: [] }

interface Needs {
  readonly clock: Clock
  readonly get: () => CursorWords
  readonly set: (words: CursorWords) => void
  /** Asks the server for completions. */
  readonly ask: (input: string) => Promise<readonly string[]>
}

/**
 * Suggests words: initial or fetching, then loaded; an input that changed meanwhile makes the answer invalid and is asked for anew; a
 * failure is an error. Nothing is asked for a last word that is empty.
 * @source data-layer §4 Cursor words, §5
 */
export function createWords({ clock, get, set, ask }: Needs): (input: string) => Promise<void> {
  let running: Promise<void> | undefined

  const run = async (): Promise<void> => {
    for (;;) {
      const { input, suggests } = get()
      set({ ...get(), status: suggests.length === 0 ? 'initial' : 'fetching' })
      await wait(clock, typingDelayMs)
      if (get().input === input) {
        const answer = await ask(input).catch((error: unknown) => toFailure(error))
        if (get().input === input) return set({ ...get(), ...(answer instanceof Error ? { status: 'error', suggests: [] } : { status: 'loaded', suggests: answer.slice(0, maxWords) }) })
      }
      set({ ...get(), status: 'invalid' })
      if (lastWord(get().input) === '') return set({ ...get(), status: 'loaded', suggests: [] })
    }
  }
  return (input) => {
    set({ ...get(), input })
    if (running) return running
    if (lastWord(input) === '') {
      set({ ...get(), status: 'loaded', suggests: [] })
      return Promise.resolve()
    }
    running = run().finally(() => {
      running = undefined
    })
    return running
  }
}

function lastWord(input: string): string {
  return input.split(' ').at(-1) ?? ''
}
