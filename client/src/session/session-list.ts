import { calls, type ListedSession } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import type { Readable } from '../store/keyed-store.ts'
import { createCachedAnswer, type CachedAnswer } from './cached-answer.ts'

/** Where somebody is signed in, the last seen first. */
export interface SessionList extends Readable<CachedAnswer<readonly ListedSession[]>> {
  fetch(): Promise<void>
  /**
   * Ends one session; one that has ended meanwhile is no failure. Who ends the own one is signed out, and
   * answered where to go on as by `session.signOut`.
   */
  end(id: string): Promise<string | undefined>
  /** Signs out everywhere but here. @returns how many sessions ended */
  endOthers(): Promise<number>
  clear(): void
}

/** The own sessions of a client's person. */
export const sessionListOf = attach(createSessionList)

function createSessionList({ call, session }: Client): SessionList {
  const kept = createCachedAnswer<readonly ListedSession[]>()
  const fetch = (): Promise<void> => kept.load(async () => (await call(calls.listSessions, {})).response.data)
  return {
    get: kept.get,
    subscribe: kept.subscribe,
    clear: kept.clear,
    fetch,
    async end(id) {
      const known = kept.get().data?.find((one) => one.id === id)
      if (known?.own) return session.signOut()
      await call(calls.endSession, { id }).catch((error: unknown) => {
        if ((error as { code?: unknown }).code !== 'session_not_found') throw error
      })
      await fetch()
      return undefined
    },
    async endOthers() {
      const { ended } = await call(calls.endSessions, {})
      await fetch()
      return ended
    },
  }
}
