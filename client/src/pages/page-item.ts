import { calls, type EntityData } from '@cartouche/contract/wire'
import type { Client } from '../client.ts'
import { entityKey, type EntitySnapshot } from '../entities/entity.ts'
import { nounError } from '../failure.ts'
import { readKey, type Readable } from '../store/keyed-store.ts'
import { pageErrors } from './page-errors.ts'

/** What a page shows of the library: an entity, by itself or by resource and id, in one of its variations. */
export interface PageItemOptions {
  readonly id?: number | undefined
  /** Short name of a resource: `asset`. */
  readonly resource?: string | undefined
  readonly entity?: Pick<EntityData, 'id' | '$resource'> | undefined
  /** Name of the variation to show: `thumbnailBig`. */
  readonly variation?: string | undefined
}

/** An item of a page: its entity as it is read, and the address of what is shown of it. */
export interface PageItem extends Readable<EntitySnapshot> {
  readonly id: number
  readonly resource: string
  /** Reads the entity. Never rejects: a failure is the snapshot's status. */
  fetch(): Promise<EntitySnapshot>
  /** The address of its variation; null where none was named. */
  readonly url: string | null
}

/**
 * What a page needs to show an entity. An item with no variation value has no address, and is logged.
 * @throws page_item_incomplete
 * @source data-layer §5, §8: Warnings
 */
export function createPageItem(client: Client, options: PageItemOptions): PageItem {
  const { entity, variation = '' } = options
  const id = options.id ?? entity?.id
  const resource = options.resource ?? entity?.$resource
  if (id === undefined || resource === undefined || resource === '')
    throw nounError(pageErrors, 'page_item_incomplete')
  if (variation === '') client.options.log('warn', `The page item ${resource} ${id} has no variation value`)
  const path = `dam/data/${resource}`
  return {
    ...readKey(client.entities, entityKey(path, id)),
    id,
    resource,
    fetch: () => client.entities.fetch(path, id),
    url:
      variation === ''
        ? null
        : client.urlOf(calls.getVariation, { object: resource, id: String(id), variation }),
  }
}

/**
 * The page item of an asset.
 * @deprecated Use {@link createPageItem} with the resource `asset`.
 * @throws page_item_incomplete
 * @source data-layer §8: Warnings: the deprecated asset provider
 */
export function createAssetItem(client: Client, options: Omit<PageItemOptions, 'resource'>): PageItem {
  client.options.log('warn', 'The asset provider is deprecated: use createPageItem')
  return createPageItem(client, { ...options, resource: 'asset' })
}
