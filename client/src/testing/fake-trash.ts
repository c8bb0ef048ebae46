import { ApiError, type EntityData, type TrashEntry } from '@cartouche/contract'
import type { FakeHandlers } from './fake-routes.ts'

const dayMs = 86_400_000

/** What was deleted from the fake library, the latest last. */
export interface FakeTrash {
  readonly handlers: FakeHandlers
  put(entity: EntityData): void
}

/** The trash of a library; what is restored is stored again under its key. */
export function createFakeTrash(stored: Map<string, EntityData>): FakeTrash {
  const kept = new Map<string, { readonly entity: EntityData; readonly entry: TrashEntry }>()
  const take = ({ resource, id }: { readonly resource: string; readonly id: number }): EntityData => {
    const found = kept.get(`${resource}/${id}`)
    if (!found) throw new ApiError('trash_not_found')
    kept.delete(`${resource}/${id}`)
    return found.entity
  }
  return {
    put(entity) {
      const deletedAt = new Date()
      const { $resource: resource, id, name = '' } = entity
      const entry: TrashEntry = {
        resource,
        id,
        name,
        hasPicture: false,
        sizeBytes: 1000,
        deletedAt: deletedAt.toISOString(),
        deletedBy: null,
        endsAt: new Date(deletedAt.getTime() + 30 * dayMs).toISOString(),
      }
      kept.set(`${resource}/${id}`, { entity, entry })
    },
    handlers: {
      listTrash({ name, max, after }) {
        const all = [...kept.values()]
          .map(({ entry }) => entry)
          .filter((entry) => entry.name.toLowerCase().includes(name.toLowerCase()))
          .toReversed()
        const first = Number(after ?? 0)
        if (Number.isNaN(first)) throw new ApiError('token_mismatch')
        return {
          list: all.slice(first, first + max),
          total: all.length,
          sizeBytes: all.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
          next: all.length > first + max ? String(first + max) : null,
        }
      },
      getTrashPicture({ resource, id }) {
        if (!kept.has(`${resource}/${id}`)) throw new ApiError('trash_not_found')
        throw new ApiError('rendition_not_found', { name: 'thumbnailSmall' })
      },
      restoreFromTrash(input) {
        stored.set(`${input.resource}/${input.id}`, take(input))
        return { restored: true, missing: 0 }
      },
      deleteFromTrash(input) {
        take(input)
        return { deleted: true }
      },
    },
  }
}
