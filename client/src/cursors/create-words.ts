import { wait, type Clock } from '../clock.ts'
import { toFailure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { typingDelayMs } from './cursor-runner.ts'

/** Suggestions for the last word. @source data-layer §3: each cursor has a words record */
export interface CursorWords {
  readonly status: LoadStatus
  readonly input: string
  readonly max: number
  readonly suggests: readonly string[]
  /** The whole text with each of them in the place of its last word: what a text field takes. */
  readonly textSuggests: readonly string[]
}

/** How words are asked for. */
export interface WordsOptions {
  /** The most that are suggested; 6. */
  readonly max?: number
  /** How long typing is gathered; 50. */
  readonly delayMs?: number
}

/**
 * As a list below a text field suggests them: `words.suggest('browse', text, autocomplete)`.
 * @source data-layer §9: autocomplete delay 200 ms, 10 suggestions
 */
export const autocomplete: WordsOptions = { max: 10, delayMs: 200 }

/** Suggestions that one cursor keeps. @source data-layer §9: words max 6 */
const maxWords = 6

const nothing = { suggests: [], textSuggests: [] } as const

/** Words that nobody asked for yet. */
export const noWords: CursorWords = { status: 'registered', input: '', max: maxWords, ...nothing }

interface WordsNeeds {
  readonly clock: Clock
  readonly get: () => CursorWords
  readonly set: (words: CursorWords) => void
  /** Asks the server for completions. */
  readonly ask: (words: CursorWords) => Promise<readonly string[]>
}

/**
 * Suggests words: initial or fetching, then loaded; an input that changed meanwhile makes the answer invalid
 * and is asked for again; a failure is an error. Nothing is asked for a last word that is empty.
 * @source data-layer §4 Cursor words, §5
 */
export function createWords({
  clock,
  get,
  set,
  ask,
}: WordsNeeds): (input: string, options: WordsOptions) => Promise<void> {
  let delay = typingDelayMs
  let running: Promise<void> | undefined

  const run = async (): Promise<void> => {
    for (;;) {
      const { input, max, suggests } = get()
      set({ ...get(), status: suggests.length === 0 ? 'initial' : 'fetching' })
      await wait(clock, delay)
      if (get().input === input) {
        const answer = await ask(get()).catch((error: unknown) => toFailure(error))
        if (get().input === input)
          return set({
            ...get(),
            ...(answer instanceof Error
              ? { status: 'error', ...nothing }
              : { status: 'loaded', ...suggested(input, answer.slice(0, max)) }),
          })
      }
      set({ ...get(), status: 'invalid' })
      if (lastWord(get().input) === '') return set({ ...get(), status: 'loaded', ...nothing })
    }
  }
  return (input, { max = maxWords, delayMs = typingDelayMs }) => {
    delay = delayMs
    set({ ...get(), input, max })
    if (running) return running
    if (lastWord(input) === '') {
      set({ ...get(), status: 'loaded', ...nothing })
      return Promise.resolve()
    }
    running = run().finally(() => {
      running = undefined
    })
    return running
  }
}

function suggested(input: string, suggests: readonly string[]) {
  const before = input.slice(0, input.length - lastWord(input).length)
  return { suggests, textSuggests: suggests.map((word) => before + word) }
}

function lastWord(input: string): string {
  return input.split(' ').at(-1) ?? ''
}
