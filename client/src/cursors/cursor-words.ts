import { calls } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import { wait, type Clock } from '../clock.ts'
import { ClientError, toFailure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { createKeyedStore, type KeyedReadable } from '../store/keyed-store.ts'
import { askedPath, wordsRequest } from './cursor-request.ts'
import { typingDelayMs } from './cursor-runner.ts'

/** Suggestions for the last word. @source data-layer §3: each cursor has a words record */
export interface CursorWords {
  readonly status: LoadStatus
  readonly input: string
  readonly max: number
  readonly suggests: readonly string[]
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

/** Words by the name of their cursor. */
export interface Words extends KeyedReadable<CursorWords> {
  /**
   * Asks for completions of the last word of a text. A cursor whose name starts with ~ and that is unknown is
   * ignored.
   * @throws cursor_unknown
   */
  suggest(cursorName: string, input: string, options?: WordsOptions): Promise<void>
  clear(): void
}

/** Suggestions that one cursor keeps. @source data-layer §9: words max 6 */
const maxWords = 6

const noWords: CursorWords = { status: 'registered', input: '', max: maxWords, suggests: [] }

/** The words of a client's cursors. */
export const wordsOf = attach((client): Words => {
  const store = createKeyedStore<CursorWords>(() => noWords)
  const asking = new Map<string, (input: string, options: WordsOptions) => Promise<void>>()
  return {
    get: store.get,
    subscribe: store.subscribe,
    async suggest(name, input, options = {}) {
      if (client.cursors.get(name).status === 'unknown') {
        if (name.startsWith('~')) return
        throw new ClientError('cursor_unknown', { name })
      }
      const ask =
        asking.get(name) ??
        createWords({
          clock: client.options.clock,
          get: () => store.get(name),
          set: (words) => store.set(name, words),
          ask: (words) => askWords(client, name, words),
        })
      asking.set(name, ask)
      await ask(input, options)
    },
    clear() {
      asking.clear()
      store.clear()
    },
  }
})

async function askWords(
  { cursors, schemas, call }: Client,
  name: string,
  { input, max }: CursorWords,
): Promise<readonly string[]> {
  const { definition, signature } = cursors.get(name)
  const schema = await schemas.resolve(askedPath(definition))
  const answer = await call(calls.findEntities, {
    ...wordsRequest(definition, schema, input, max, cursors.resolveConstraints),
    state: signature,
  })
  return answer.response.data.filter((word) => typeof word === 'string')
}

interface Needs {
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
function createWords({
  clock,
  get,
  set,
  ask,
}: Needs): (input: string, options: WordsOptions) => Promise<void> {
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
              ? { status: 'error', suggests: [] }
              : { status: 'loaded', suggests: answer.slice(0, max) }),
          })
      }
      set({ ...get(), status: 'invalid' })
      if (lastWord(get().input) === '') return set({ ...get(), status: 'loaded', suggests: [] })
    }
  }
  return (input, { max = maxWords, delayMs = typingDelayMs }) => {
    delay = delayMs
    set({ ...get(), input, max })
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
