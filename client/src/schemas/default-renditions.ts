import { calls } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import { createKeyedStore, type KeyedReadable } from '../store/keyed-store.ts'

/**
 * Which rendition stands for an entity of a resource where nothing else is said; several names,
 * comma-separated, in order of preference.
 * @source data-layer §3 Schema
 */
export interface DefaultRenditions {
  /** In a list. */
  readonly cursor: string
  /** Where it is shown alone. */
  readonly entity: string
}

/** Default renditions by resource path. */
export interface DefaultRenditionsStore extends KeyedReadable<DefaultRenditions> {
  /** Sets one part, or both, until the client forgets. */
  set(path: string, change: Partial<DefaultRenditions>): void
  /** The address of the picture that stands for an entity. */
  urlOf(path: string, id: number, part: keyof DefaultRenditions): string
  clear(): void
}

/** @source data-layer §9: default variations */
const usual: DefaultRenditions = { cursor: 'thumbnailsmall', entity: 'thumbnailSmall' }

/** The default renditions of a client's schemas. */
export const defaultRenditionsOf = attach(({ urlOf }): DefaultRenditionsStore => {
  const store = createKeyedStore<DefaultRenditions>(() => usual)
  return {
    get: store.get,
    subscribe: store.subscribe,
    clear: store.clear,
    set: (path, change) => store.update(path, (renditions) => ({ ...renditions, ...change })),
    urlOf: (path, id, part) =>
      urlOf(calls.getVariation, {
        object: path.slice(path.lastIndexOf('/') + 1),
        id: String(id),
        variation: store.get(path)[part],
      }),
  }
})
