import { calls, type CallParameters, type ProfileAnswer } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import { toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { createCell, type Readable } from '../store/keyed-store.ts'

/**
 * A snapshot of the own profile. `headers`: the fields of users, where they were asked for.
 * @source portal §3 Surfer: meprofil
 */
export interface ProfileSnapshot {
  readonly status: LoadStatus
  readonly profile: ProfileAnswer['response']['data'] | null
  readonly headers: ProfileAnswer['headers'] | null
  readonly error: Failure | null
}

/** What of the own profile changes. @source portal §7 Profile */
export type ProfileChange = Readonly<{
  bolang?: string
  name?: string
  email?: string
  contriblangs?: readonly string[]
}>
type ProfileDraft = Exclude<CallParameters<typeof calls.createProfile>['json'], string>

/** The profile of the signed-in user. */
export interface Profile extends Readable<ProfileSnapshot> {
  /** Reads it; `headers` adds the fields of users, `withFacets` what this person may change. */
  fetch(options?: { readonly headers?: boolean; readonly withFacets?: boolean }): Promise<void>
  /**
   * Changes the own profile, and reads again who is signed in.
   * @throws password_endpoint for a password: that is `session.changePassword`
   */
  patch(change: ProfileChange): Promise<void>
  /**
   * Makes a user, by right; answers the id.
   * @throws access_denied, password_too_weak, password_is_login, password_too_common, invalid_parameter
   */
  create(draft: ProfileDraft): Promise<number>
  clear(): void
}

const unread: ProfileSnapshot = { status: 'unknown', profile: null, headers: null, error: null }

/** The own profile of a client. */
export const profileOf = attach(createProfileStore)

function createProfileStore(client: Client): Profile {
  const cell = createCell<ProfileSnapshot>(unread)
  const edit = (change: Partial<ProfileSnapshot>): void => cell.update((known) => ({ ...known, ...change }))
  const fetch: Profile['fetch'] = async (options = {}) => {
    edit({ status: 'fetching', error: null })
    try {
      const { headers, response } = await client.call(calls.getProfile, options)
      edit({ status: 'loaded', profile: response.data, headers: headers ?? cell.get().headers })
    } catch (error) {
      edit({ status: 'error', error: toFailure(error) })
      throw error
    }
  }
  return {
    get: cell.get,
    subscribe: cell.subscribe,
    fetch,
    async patch(change) {
      await client.call(calls.patchProfile, {
        json: { ...change, ...(change.contriblangs ? { contriblangs: [...change.contriblangs] } : {}) },
      })
      await Promise.all([client.session.refreshUser(), cell.get().profile ? fetch() : undefined])
    },
    create: async (draft) => (await client.call(calls.createProfile, { json: draft })).response.data.id,
    clear: () => cell.set(unread),
  }
}
