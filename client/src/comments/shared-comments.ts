import { calls, type CallParameters } from '@cartouche/contract/wire'
import { attach, type Forgetful } from '../attach.ts'
import type { Client } from '../client.ts'
import { underShare, visitorsOf } from '../shares/visitors.ts'
import { createComments, type CommentWire, type Comments } from './comments.ts'

/**
 * The comments of shares, as their visitors read and write them: each share has its own. `visitorsOf` knows
 * who they are.
 * @source decision 0231
 */
export interface SharedComments extends Forgetful {
  /** The comments on the items of one share that was opened; nobody is mentioned or resolves there. */
  of(shareId: string): Comments
}

/** The comments of shares of a client. */
export const sharedCommentsOf = attach(createSharedComments)

function createSharedComments(client: Client): SharedComments {
  const byShare = new Map<string, Comments>()
  return {
    of(shareId) {
      const known = byShare.get(shareId)
      if (known) return known
      const comments = createComments(client, visitorWire(client, shareId))
      byShare.set(shareId, comments)
      return comments
    },
    clear() {
      for (const comments of byShare.values()) comments.clear()
    },
  }
}

function visitorWire(client: Client, shareId: string): CommentWire {
  const visitors = visitorsOf(client)
  const at = (object: string, id: number) => ({ id: shareId, typeAsset: object, idAsset: id })
  return {
    list: (object, id) => {
      const own = visitors.get(shareId)
      const parameters: CallParameters<typeof calls.listSharedComments> = {
        ...at(object, id),
        ...(own === null ? {} : { visitor: own.visitor }),
      }
      return client.call(calls.listSharedComments, parameters, underShare(client, shareId))
    },
    create: (object, id, { text, place, thread }) =>
      visitors.write(shareId, (visitor) =>
        client.call(
          calls.createSharedComment,
          {
            ...at(object, id),
            visitor,
            text,
            ...(place === undefined ? {} : { place }),
            ...(thread === undefined ? {} : { thread }),
          },
          underShare(client, shareId),
        ),
      ),
    update: (object, id, comment, { text }) =>
      visitors.write(shareId, (visitor) =>
        client.call(
          calls.updateSharedComment,
          { ...at(object, id), comment, visitor, text },
          underShare(client, shareId),
        ),
      ),
    remove: (object, id, comment) =>
      visitors.write(shareId, (visitor) =>
        client.call(
          calls.deleteSharedComment,
          { ...at(object, id), comment, visitor },
          underShare(client, shareId),
        ),
      ),
    resolve: () => Promise.reject(new Error('Visitors do not resolve comments')),
    findPeople: () => Promise.resolve([]),
    author: () => ({ kind: 'visitor', id: null, name: visitors.get(shareId)?.name ?? '' }),
  }
}
