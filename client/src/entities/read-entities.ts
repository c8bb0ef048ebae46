import { calls, isApiError, type EntityData } from '@cartouche/contract/wire'
import { ClientError, isCanceled, toFailure, type Failure } from '../failure.ts'
import type { Transport } from '../transport/transport.ts'
import { isReading } from './entity-record.ts'
import type { EntityTable } from './entity-table.ts'
import { entityKey, type Entities, type EntitySnapshot, type ReadOptions } from './entity.ts'

type Ask = () => Promise<{ readonly response: { readonly data: EntityData } }>

/** Reads of single entities into the table. @source data-layer §4 Entity fetch, §8 */
export function readEntities(
  table: EntityTable,
  transport: Pick<Transport, 'call'>,
): Pick<Entities, 'fetch' | 'fetchByUuid'> {
  const running = new Map<string, Promise<EntitySnapshot>>()

  const read = async (key: string, ask: Ask): Promise<EntitySnapshot> => {
    const before = table.recordOf(key).status
    table.change(key, (record) => ({
      ...record,
      status: before === 'resolved' ? 'initial' : 'resolving',
      error: null,
    }))
    const askedAt = table.mark()
    try {
      const own = table.accept((await ask()).response.data, askedAt, 'full')
      // An answer that was refused as stale still ends the reading, and one by uuid leaves nothing behind
      // under its uuid.
      table.change(own, (record) => (isReading(record.status) ? { ...record, status: 'loaded' } : record))
      if (own !== key) table.change(key, (record) => ({ ...record, status: 'resolved' }))
      return table.get(own)
    } catch (error) {
      const failure = toFailure(error)
      table.change(key, (record) =>
        isCanceled(failure)
          ? { ...record, status: before }
          : { ...record, status: isMissing(failure) ? 'not_found' : 'error', error: failure },
      )
      return table.get(key)
    }
  }
  const readOnce = (key: string, ask: Ask): Promise<EntitySnapshot> => {
    const started = running.get(key) ?? read(key, ask).finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
  return {
    fetch: (path, id, options = {}) =>
      readOnce(entityKey(path, id), () =>
        transport.call(calls.getEntity, { path, id, ...parametersOf(options) }, options),
      ),
    async fetchByUuid(domain, uuid, options = {}) {
      if (domain.trim() === '') throw new ClientError('domain_missing')
      return readOnce(entityKey(domain, uuid), () =>
        transport.call(calls.getEntityByUuid, { path: domain, uuid, ...parametersOf(options) }, options),
      )
    },
  }
}

/** @source data-layer §7 Entities, §9: the default property filter of an entity is export */
function parametersOf({ withRights = true, maxchildren, forUpdate }: ReadOptions) {
  return {
    extendPropertyFilter: 'export',
    withRights,
    maxchildren,
    ...(forUpdate ? { i18n: false, withFacets: true } : {}),
  }
}

/** A 404 and a 403 say the same: not there for this person. @source data-layer §4 Entity fetch */
function isMissing(failure: Failure): boolean {
  return isApiError(failure) && (failure.status === 404 || failure.status === 403)
}
