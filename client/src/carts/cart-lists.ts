import { calls, type CallAnswer } from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import { toFailure } from '../failure.ts'
import { createCachedAnswer, type CachedAnswer } from '../session/cached-answer.ts'
import type { Readable } from '../store/keyed-store.ts'

/** A list that the server has for carts and their shares; what was read stays when a later read fails. */
export interface CartList<Entry> extends Readable<CachedAnswer<readonly Entry[]>>, Forgetful {
  /** Reads it. A failure is logged, is the snapshot's, and is thrown. */
  fetch(): Promise<void>
}

type ShareActionEntry = CallAnswer<typeof calls.listShareActions>[number]
type ProfileEntry = CallAnswer<typeof calls.listDownloadProfiles>[number]

/** What visitors of a share can be allowed, in the server's order. @source portal §7 Carts, §8 */
export const shareActionsOf = attach((client) =>
  createList<ShareActionEntry>(client, 'Failed to retrieve actions', () =>
    client.call(calls.listShareActions, {}),
  ),
)

/** What an archive can hold: originals, or a rendition of each. @source portal §7 Carts, §8 */
export const downloadProfilesOf = attach((client) =>
  createList<ProfileEntry>(client, 'Failed to retrieve profiles', () =>
    client.call(calls.listDownloadProfiles, {}),
  ),
)

function createList<Entry>(
  { options }: Client,
  message: string,
  read: () => Promise<readonly Entry[]>,
): CartList<Entry> {
  const { load, get, subscribe, clear } = createCachedAnswer<readonly Entry[]>()
  return {
    get,
    subscribe,
    clear,
    fetch: () =>
      load(read).catch((error: unknown) => {
        const failure = toFailure(error)
        options.log('error', message, failure)
        throw failure
      }),
  }
}
