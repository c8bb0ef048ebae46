import { calls } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import { ClientError } from '../failure.ts'
import { createKeyedStore, type KeyedReadable } from '../store/keyed-store.ts'
import { askedPath, wordsRequest } from './cursor-request.ts'
import { createWords, noWords, type CursorWords, type WordsOptions } from './create-words.ts'

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
