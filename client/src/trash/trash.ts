import { calls, type CallAnswer, type CallParameters } from '@cartouche/contract/wire'
import type { Client } from '../client.ts'
import { readsOf } from '../transport/reads.ts'

export type TrashPage = CallAnswer<typeof calls.listTrash>

/**
 * What was deleted and can be restored: by the user, or by everybody for whoever manages the trash. After
 * each change, lists that were read are read again.
 * @source decision 0181
 */
export interface Trash {
  /** A page, the latest deleted first; `after` is `next` of the page before. @throws token_mismatch */
  list(options?: CallParameters<typeof calls.listTrash>): Promise<TrashPage>
  /**
   * Restores an entity under its id. Answers how many of its links were not restored, as carts or linked
   * entities were deleted.
   * @throws trash_not_found, trash_occupied
   */
  restore(resource: string, id: number): Promise<number>
  /** The address of a small picture of an entry that has one. */
  pictureOf(resource: string, id: number): string
  /** Deletes permanently. @throws trash_not_found */
  delete(resource: string, id: number): Promise<void>
}

/** The trash of a client. */
export function trashOf(client: Client): Trash {
  const changed = (): void => readsOf(client).invalidate(calls.listTrash)
  return {
    list: (options = {}) => client.call(calls.listTrash, options),
    async restore(resource, id) {
      const { missing } = await client.call(calls.restoreFromTrash, { resource, id })
      changed()
      return missing
    },
    pictureOf: (resource, id) => client.urlOf(calls.getTrashPicture, { resource, id }),
    async delete(resource, id) {
      await client.call(calls.deleteFromTrash, { resource, id })
      changed()
    },
  }
}
