import { calls, isApiError } from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import { createKeyedStore, type KeyedReadable } from '../store/keyed-store.ts'
import { shareAuthorization } from './share-authorization.ts'
import { sharesOf } from './shares.ts'

/** A visitor of a share as this browser knows them. */
export interface KnownVisitor {
  /** What shows in the calls of the share that it is they. */
  readonly visitor: string
  readonly name: string
}

/**
 * Visitors of shares who said who they are, by the id of the share; the browser keeps it. null: they have not
 * said so.
 * @source decision 0231
 */
export interface Visitors extends KeyedReadable<KnownVisitor | null>, Forgetful {
  /** A visitor says who they are. @throws share_not_found, share_action_refused, too_many_visitors */
  introduce(shareId: string, who: { readonly name: string; readonly email: string }): Promise<void>
  /** Somebody else sits there. */
  forget(shareId: string): void
  /**
   * Does work in the name of a visitor; one whom the server has forgotten is asked again.
   * @throws what the work throws
   */
  write<Answer>(shareId: string, work: (visitor: string) => Promise<Answer>): Promise<Answer>
}

/** The visitors of a client. */
export const visitorsOf = attach(createVisitors)

const storageKey = (shareId: string): string => `cartouche-visitor/${shareId}`

function createVisitors(client: Client): Visitors {
  const { storage } = client.options
  const visitors = createKeyedStore<KnownVisitor | null>((shareId) => readVisitor(storage, shareId))
  const set = (shareId: string, known: KnownVisitor | null): void => {
    visitors.set(shareId, known)
    try {
      if (known === null) storage?.removeItem(storageKey(shareId))
      else storage?.setItem(storageKey(shareId), JSON.stringify(known))
    } catch (error) {
      client.options.log('warn', 'A visitor could not be kept for the next visit', error)
    }
  }
  return {
    get: visitors.get,
    subscribe: visitors.subscribe,
    async introduce(shareId, who) {
      set(
        shareId,
        await client.call(calls.introduceVisitor, { id: shareId, ...who }, underShare(client, shareId)),
      )
    },
    forget: (shareId) => set(shareId, null),
    async write(shareId, work) {
      try {
        return await work(visitors.get(shareId)?.visitor ?? '')
      } catch (error) {
        if (isApiError(error, 'visitor_unknown')) set(shareId, null)
        throw error
      }
    },
    // Visitors belong to shares, not to whoever is signed in.
    clear: () => undefined,
  }
}

function readVisitor(storage: Client['options']['storage'], shareId: string): KnownVisitor | null {
  try {
    const kept = JSON.parse(storage?.getItem(storageKey(shareId)) ?? 'null') as Partial<KnownVisitor> | null
    return typeof kept?.visitor === 'string' && typeof kept.name === 'string'
      ? { visitor: kept.visitor, name: kept.name }
      : null
  } catch {
    return null
  }
}

/** How a call is made under a share: with its password, where it has one. */
export const underShare = (
  client: Client,
  shareId: string,
): { readonly authorization: string | undefined } => ({
  authorization: shareAuthorization(sharesOf(client).passwordOf(shareId)),
})
