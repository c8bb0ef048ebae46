import { ApiError, type AssetMerge, type EntityData } from '@cartouche/contract'
import type { FakeHandlers } from './fake-routes.ts'
import type { FakeTrash } from './fake-trash.ts'

interface Store {
  list(resource: string): readonly EntityData[]
  get(resource: string, id: number): EntityData
  readonly stored: Map<string, EntityData>
  readonly trash: FakeTrash
}

/** Duplicates of the fake library: assets of one name are one picture, and the first is the best. */
export function duplicateHandlers(store: Store): FakeHandlers {
  const dismissed = new Set<string>()
  const merges = new Map<number, AssetMerge>()
  const get = (id: number): AssetMerge => {
    const merge = merges.get(id)
    if (!merge) throw new ApiError('merge_not_found')
    return merge
  }
  const keyOf = (ids: readonly number[]): string => ids.toSorted((a, b) => a - b).join()
  const families = (): (readonly EntityData[])[] =>
    [...Map.groupBy(store.list('asset'), ({ name }) => name).values()].filter(
      (family) => family.length > 1 && !dismissed.has(keyOf(family.map(({ id }) => id))),
    )
  const own = (id: number): EntityData => store.get('asset', id)
  return {
    listDuplicates({ max, from }) {
      const all = families()
      return {
        families: all
          .slice(from, from + max)
          .map((family) => ({
            kind: 'alike',
            best: family[0]?.id,
            members: family.map(({ id }) => ({
              id,
              width: 300,
              height: 200,
              sizeBytes: 1000,
              mirrored: false,
              carts: 0,
              pages: 0,
            })),
            total: family.length,
          })),
        total: all.length,
        waiting: 0,
      }
    },
    findDuplicates: () => ({ started: true }),
    dismissDuplicates({ ids }) {
      dismissed.add(keyOf(ids.map((id) => own(id).id)))
      return { dismissed: true }
    },
    restoreDuplicates({ ids }) {
      dismissed.delete(keyOf(ids.map((id) => own(id).id)))
      return { restored: true }
    },
    mergeAssets({ keep, ids }) {
      const others = ids.map(own)
      if (ids.includes(own(keep).id))
        throw new ApiError('invalid_parameter', { parameter: 'ids', reason: 'others are expected' })
      for (const other of others) {
        store.trash.put(other)
        store.stored.delete(`asset/${other.id}`)
      }
      const merge: AssetMerge = { id: merges.size + 1, keep, ids, state: 'done', undoable: true }
      merges.set(merge.id, merge)
      return merge
    },
    getAssetMerge: ({ id }) => get(id),
    undoMerge({ id }, identity) {
      const merge = get(id)
      if (merge.state !== 'done') throw new ApiError('merge_not_found')
      const restore = store.trash.handlers.restoreFromTrash
      for (const one of merge.ids) restore?.({ resource: 'asset', id: one }, identity, undefined)
      merges.set(id, { ...merge, state: 'undone', undoable: false })
      return { restored: merge.ids, changed: 0 }
    },
  }
}
