import { calls, type AssetVariations, type CallAnswer } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import { toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { defaultRenditionsOf } from '../schemas/default-renditions.ts'
import { createKeyedStore, type KeyedReadable } from '../store/keyed-store.ts'
import { entityKey } from './entity.ts'

/** Measures of one variation. @source data-layer §3 Generic entity: $variationsDetails */
export interface VariationDetails {
  readonly status: LoadStatus
  readonly error: Failure | null
  /** The one that was found: of several names, the first that there is. */
  readonly selectedVariation: string | null
  readonly variationDetails: AssetVariations['variations']
}

/** The variations of one entity, in the server's order. */
export interface VariationsSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly variations: CallAnswer<typeof calls.listVariations>
  /** By what was asked for: one name, or several in order of preference. */
  readonly details: Readonly<Record<string, VariationDetails>>
}

/** Variations by `entityKey(path, id)`. */
export interface Variations extends KeyedReadable<VariationsSnapshot> {
  /** Rejects with what the call rejects with. */
  fetch(path: string, id: number): Promise<void>
  /**
   * Reads measures of a variation, or of the first that there is of several names; the default rendition of
   * the schema where none is named. `variations` is `SIZE` by default, `uri` for addresses.
   */
  fetchDetails(path: string, id: number, variation?: string, variations?: string): Promise<VariationDetails>
  clear(): void
}

const none: VariationsSnapshot = { status: 'unknown', error: null, variations: [], details: {} }
const noDetails: VariationDetails = {
  status: 'unknown',
  error: null,
  selectedVariation: null,
  variationDetails: [],
}

/** The variations of a client's entities. */
export const variationsOf = attach((client): Variations => {
  const { call } = client
  const store = createKeyedStore<VariationsSnapshot>(() => none)
  return {
    get: store.get,
    subscribe: store.subscribe,
    clear: store.clear,
    async fetch(path, id) {
      const key = entityKey(path, id)
      store.update(key, (snapshot) => ({
        ...snapshot,
        status: snapshot.status === 'unknown' ? 'initial' : 'fetching',
        error: null,
      }))
      try {
        const variations = await call(calls.listVariations, {
          object: path.slice(path.lastIndexOf('/') + 1),
          id: String(id),
        })
        store.update(key, (snapshot) => ({ ...snapshot, status: 'loaded', variations }))
      } catch (error) {
        const failure = toFailure(error)
        store.update(key, (snapshot) => ({ ...snapshot, status: 'error', error: failure }))
        throw failure
      }
    },
    async fetchDetails(
      path,
      id,
      variation = defaultRenditionsOf(client).get(path).entity,
      variations = 'SIZE',
    ) {
      const key = entityKey(path, id)
      const show = (change: Partial<VariationDetails>): VariationDetails => {
        const details = { ...(store.get(key).details[variation] ?? noDetails), ...change }
        store.update(key, (snapshot) => ({
          ...snapshot,
          details: { ...snapshot.details, [variation]: details },
        }))
        return details
      }
      show({ status: 'fetching', error: null })
      try {
        const {
          response: {
            data: { $asset },
          },
        } = await call(calls.getEntity, { path, id, variation, variations, props: ['id'] })
        return show({
          status: 'loaded',
          selectedVariation: $asset?.variation ?? null,
          variationDetails: $asset?.variations ?? [],
        })
      } catch (error) {
        return show({ status: 'error', error: toFailure(error) })
      }
    },
  }
})
