import { calls, isApiError, type CallParameters } from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import { shareAuthorization } from '../shares/share-authorization.ts'
import { sharesOf } from '../shares/shares.ts'
import { createKeyedStore, type KeyedReadable } from '../store/keyed-store.ts'
import { createComments, type CommentWire, type Comments } from './comments.ts'

/** A visitor of a share as this browser knows them. */
export interface KnownVisitor {
  /** What shows in the calls of the share that it is they. */
  readonly visitor: string
  readonly name: string
}

/**
 * The comments of shares, as their visitors read and write them: each share has its own. Who this visitor is
 * is kept by the browser, under the id of the share; null: they have not said so.
 * @source decision 0231
 */
export interface SharedComments extends KeyedReadable<KnownVisitor | null>, Forgetful {
  /** The comments on the items of one share that was opened; nobody is mentioned or resolves there. */
  of(shareId: string): Comments
  /** A visitor says who they are. @throws share_not_found, share_action_refused, too_many_comments */
  introduce(shareId: string, who: { readonly name: string; readonly email: string }): Promise<void>
  /** Somebody else sits there. */
  forgetVisitor(shareId: string): void
}

/** The comments of shares of a client. */
export const sharedCommentsOf = attach(createSharedComments)

const storageKey = (shareId: string): string => `cartouche-visitor/${shareId}`

function createSharedComments(client: Client): SharedComments {
  const { storage } = client.options
  const visitors = createKeyedStore<KnownVisitor | null>((shareId) => readVisitor(storage, shareId))
  const byShare = new Map<string, Comments>()
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
    of(shareId) {
      const known = byShare.get(shareId)
      if (known) return known
      const comments = createComments(
        client,
        visitorWire(client, shareId, { get: () => visitors.get(shareId), forget: () => set(shareId, null) }),
      )
      byShare.set(shareId, comments)
      return comments
    },
    async introduce(shareId, who) {
      set(shareId, await client.call(calls.introduceVisitor, { id: shareId, ...who }, under(client, shareId)))
    },
    forgetVisitor: (shareId) => set(shareId, null),
    clear() {
      for (const comments of byShare.values()) comments.clear()
    },
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

const under = (client: Client, shareId: string) => ({
  authorization: shareAuthorization(sharesOf(client).passwordOf(shareId)),
})

function visitorWire(
  client: Client,
  shareId: string,
  visitor: { readonly get: () => KnownVisitor | null; readonly forget: () => void },
): CommentWire {
  const at = (object: string, id: number) => ({ id: shareId, typeAsset: object, idAsset: id })
  const known = (): string => visitor.get()?.visitor ?? ''
  const write = async <Answer>(work: Promise<Answer>): Promise<Answer> => {
    try {
      return await work
    } catch (error) {
      // The server has forgotten them: they are asked again.
      if (isApiError(error, 'visitor_unknown')) visitor.forget()
      throw error
    }
  }
  return {
    list: (object, id) => {
      const own = visitor.get()
      const parameters: CallParameters<typeof calls.listSharedComments> = {
        ...at(object, id),
        ...(own === null ? {} : { visitor: own.visitor }),
      }
      return client.call(calls.listSharedComments, parameters, under(client, shareId))
    },
    create: (object, id, { text, place, thread }) =>
      write(
        client.call(
          calls.createSharedComment,
          {
            ...at(object, id),
            visitor: known(),
            text,
            ...(place === undefined ? {} : { place }),
            ...(thread === undefined ? {} : { thread }),
          },
          under(client, shareId),
        ),
      ),
    update: (object, id, comment, { text }) =>
      write(
        client.call(
          calls.updateSharedComment,
          { ...at(object, id), comment, visitor: known(), text },
          under(client, shareId),
        ),
      ),
    remove: (object, id, comment) =>
      write(
        client.call(
          calls.deleteSharedComment,
          { ...at(object, id), comment, visitor: known() },
          under(client, shareId),
        ),
      ),
    resolve: () => Promise.reject(new Error('Visitors do not resolve comments')),
    findPeople: () => Promise.resolve([]),
    author: () => ({ kind: 'visitor', id: null, name: visitor.get()?.name ?? '' }),
  }
}
