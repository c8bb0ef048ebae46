import { calls } from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import { createWords, noWords, type CursorWords, type WordsOptions } from '../cursors/create-words.ts'
import { createKeyedStore, type KeyedReadable } from '../store/keyed-store.ts'
import { readsOf } from '../transport/reads.ts'

/** Suggestions for the last word of what is searched in an import. @source data-layer §3: job words */
export interface ImportWords extends CursorWords {
  /** Of the import. */
  readonly id: number
}

/** Words by the id of their import, as text. */
export interface ImportWordStore extends KeyedReadable<ImportWords>, Forgetful {
  /** Asks for completions of the last word of a text, six at most; of an empty one, nothing is asked. */
  suggest(jobId: number, input: string, options?: WordsOptions): Promise<void>
}

/** The words of a client's imports; answers are good for half a minute. @source data-layer §5, §7, §9 */
export const importWordsOf = attach((client): ImportWordStore => {
  const store = createKeyedStore<ImportWords>((key) => ({ ...noWords, id: Number(key) }))
  const asking = new Map<string, ReturnType<typeof createWords>>()
  const open = (key: string, id: number): ReturnType<typeof createWords> =>
    createWords({
      clock: client.options.clock,
      get: () => store.get(key),
      set: (words) => store.set(key, { ...words, id }),
      async ask({ input, max }) {
        const parameters = { id, suggest: 'words', fulltext: input, max } as const
        const { response } = await readsOf(client).read(calls.findImportItems, parameters)
        return response.data.filter((word) => typeof word === 'string')
      },
    })
  return {
    get: store.get,
    subscribe: store.subscribe,
    async suggest(jobId, input, options = {}) {
      const key = String(jobId)
      const ask = asking.get(key) ?? open(key, jobId)
      asking.set(key, ask)
      await ask(input, options)
    },
    clear() {
      asking.clear()
      store.clear()
    },
  }
})
