import { calls, type SingleSignOnProvider } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import type { Readable } from '../store/keyed-store.ts'
import { createCachedAnswer, type CachedAnswer } from './cached-answer.ts'

/**
 * Providers of single sign-on. `data`: each with the address that a browser goes to.
 * @source portal §3 SSO state
 */
export interface SingleSignOn extends Readable<CachedAnswer<readonly SingleSignOnProvider[]>> {
  /** Reads them; `relativeUrl` is where to go on after the sign-in. */
  fetch(relativeUrl?: string): Promise<void>
  clear(): void
}

/** The providers that a client can sign in with. */
export const singleSignOnOf = attach(createSingleSignOn)

function createSingleSignOn({ call }: Client): SingleSignOn {
  const kept = createCachedAnswer<readonly SingleSignOnProvider[]>()
  return {
    get: kept.get,
    subscribe: kept.subscribe,
    clear: kept.clear,
    fetch: (relativeUrl) =>
      kept.load(
        async () =>
          (await call(calls.getAuthConfig, relativeUrl === undefined ? {} : { relativeURL: relativeUrl }))
            .providers,
      ),
  }
}
