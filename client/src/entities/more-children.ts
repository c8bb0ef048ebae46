import { calls, type EntityData, type MoreChildren } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import { toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { createKeyedStore, type KeyedReadable } from '../store/keyed-store.ts'
import { entityKey } from './entity.ts'

/**
 * How the linked entities of one field stand, beside the entity itself.
 * @source data-layer §3 Generic entity: $moreChildren_{field}
 */
export interface MoreChildrenSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly count: number
  readonly total: number
  readonly hasMoreResults: boolean
}

/** Linked entities page by page, by `entityKey(path, id)/field`. */
export interface ChildPages extends KeyedReadable<MoreChildrenSnapshot> {
  /**
   * Loads more linked entities of a field into the entity, each once; does nothing when all are there, or
   * while some are loaded. The entity has to be known. Rejects with what the call rejects with.
   */
  fetchMore(
    path: string,
    id: number,
    field: string,
    options?: { readonly subfield?: string; readonly maxchildren?: number },
  ): Promise<void>
  clear(): void
}

/** The paged linked entities of a client's entities. */
export const childPagesOf = attach(({ call, entities }): ChildPages => {
  const store = createKeyedStore<MoreChildrenSnapshot>(() => ({
    status: 'unknown',
    error: null,
    count: 0,
    total: 0,
    hasMoreResults: false,
  }))
  return {
    get: store.get,
    subscribe: store.subscribe,
    clear: store.clear,
    async fetchMore(path, id, field, options = {}) {
      const key = entityKey(path, id)
      const place = `${key}/${field}`
      const nextToken = moreOf(entities.get(key).data, field)?.nextToken
      if (nextToken === undefined || store.get(place).status === 'next') return
      store.update(place, (snapshot) => ({ ...snapshot, status: 'next', error: null }))
      const askedAt = entities.mark()
      try {
        const { response } = await call(calls.findChildEntities, { path, id, field, nextToken, ...options })
        const { data } = entities.get(key)
        const more = response.data[`$moreChildren_${field}`] as MoreChildren
        if (!data) return store.delete(place)
        const links = withLinks(data[field], response.data[field])
        entities.acceptList(
          [
            {
              id: data.id,
              $uuid: data.$uuid,
              $resource: data.$resource,
              ...(data.$version === undefined ? {} : { $version: data.$version }),
              [field]: links,
              [`$moreChildren_${field}`]: { ...more, first: 0, count: links.length },
            },
          ],
          askedAt,
        )
        store.set(place, {
          status: 'loaded',
          error: null,
          count: links.length,
          total: more.total,
          hasMoreResults: more.nextToken !== undefined,
        })
      } catch (error) {
        const failure = toFailure(error)
        store.update(place, (snapshot) => ({ ...snapshot, status: 'error', error: failure }))
        throw failure
      }
    },
  }
})

function moreOf(data: EntityData | null, field: string): MoreChildren | undefined {
  return data?.[`$moreChildren_${field}`] as MoreChildren | undefined
}

function withLinks(before: unknown, more: unknown): readonly unknown[] {
  const present: readonly unknown[] = Array.isArray(before) ? before : []
  const ids = new Set(present.map(idOf))
  return [...present, ...(Array.isArray(more) ? more.filter((link) => !ids.has(idOf(link))) : [])]
}

function idOf(link: unknown): unknown {
  return typeof link === 'object' && link !== null && 'id' in link ? link.id : link
}
