import { calls, type AssetMerge, type CallAnswer, type CallParameters } from '@cartouche/contract/wire'
import type { Client } from '../client.ts'
import { wait } from '../clock.ts'
import { readsOf } from '../transport/reads.ts'

export type DuplicatePage = CallAnswer<typeof calls.listDuplicates>

/** How often a merge that runs in the background is looked at, ms. */
const lookAgainAfterMs = 1000

/**
 * Assets that are the same picture, and one in the place of others. After each change, lists of families that
 * were read are read again, and so is what was read of carts.
 * @source decision 0227
 */
export interface Duplicates {
  /** Families of two assets or more, the largest first. */
  list(options?: CallParameters<typeof calls.listDuplicates>): Promise<DuplicatePage>
  /** Has new pictures compared with all others now. */
  find(): Promise<void>
  /** Says that assets are different. @throws entity_not_found, access_denied */
  dismiss(ids: readonly number[]): Promise<void>
  /** Takes that back. @throws entity_not_found, access_denied */
  restore(ids: readonly number[]): Promise<void>
  /**
   * Puts one asset in the place of others; resolves when all that leads to them was moved, or with the state
   * `failed` where nothing was.
   * @param take fields that are empty in it, and are filled from the others
   * @throws entity_not_found, delete_refused, access_denied, invalid_parameter
   */
  merge(
    keep: number,
    ids: readonly number[],
    options?: { readonly take?: readonly string[]; readonly signal?: AbortSignal },
  ): Promise<AssetMerge>
  /**
   * Undoes a merge. `changed`: places that somebody changed since, which stay as they are.
   * @throws merge_not_found, trash_not_found, trash_occupied, access_denied
   */
  undo(id: number): Promise<CallAnswer<typeof calls.undoMerge>>
}

/** The duplicates of a client. */
export function duplicatesOf(client: Client): Duplicates {
  const reads = readsOf(client)
  const changed = (ids: readonly number[] = []): void => {
    reads.invalidate(calls.listDuplicates)
    reads.invalidate(calls.findEntities)
    for (const id of ids) void client.entities.fetch('dam/data/asset', id).catch(() => undefined)
  }
  return {
    list: (options = {}) => client.call(calls.listDuplicates, options),
    async find() {
      await client.call(calls.findDuplicates, {})
    },
    async dismiss(ids) {
      await client.call(calls.dismissDuplicates, { ids: [...ids] })
      changed()
    },
    async restore(ids) {
      await client.call(calls.restoreDuplicates, { ids: [...ids] })
      changed()
    },
    async merge(keep, ids, { take = [], signal } = {}) {
      let merge = await client.call(calls.mergeAssets, { keep, ids: [...ids], take: [...take] })
      while (merge.state === 'running') {
        await wait(client.options.clock, lookAgainAfterMs, signal)
        merge = await client.call(calls.getAssetMerge, { id: merge.id }, { signal })
      }
      changed([keep])
      return merge
    },
    async undo(id) {
      const undone = await client.call(calls.undoMerge, { id })
      changed(undone.restored)
      return undone
    },
  }
}
