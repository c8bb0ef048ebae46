import { calls, type CallAnswer } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import { toFailure, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { createKeyedStore, type KeyedReadable } from '../store/keyed-store.ts'

/** Where each field stands in the form that changes an entity. @source data-layer §3 Schema: updateFields */
export interface UpdateFieldsSnapshot {
  readonly status: LoadStatus
  readonly error: Failure | null
  /** Position and group by field. */
  readonly fields: CallAnswer<typeof calls.getUpdateFields>['inputs']['properties']
}

/** Forms by resource path. */
export interface UpdateFields extends KeyedReadable<UpdateFieldsSnapshot> {
  /** The form of a resource, asked for once. Rejects with what the call rejects with. */
  resolve(path: string): Promise<UpdateFieldsSnapshot>
  clear(): void
}

/** The forms of a client's resources. */
export const updateFieldsOf = attach(({ call, options: { log } }): UpdateFields => {
  const store = createKeyedStore<UpdateFieldsSnapshot>(() => ({ status: 'unknown', error: null, fields: {} }))
  const running = new Map<string, Promise<UpdateFieldsSnapshot>>()
  const fetch = async (path: string): Promise<UpdateFieldsSnapshot> => {
    store.update(path, (form) => ({ ...form, status: 'fetching', error: null }))
    try {
      const { inputs } = await call(calls.getUpdateFields, { dotted: `${path.replaceAll('/', '.')}.update` })
      store.set(path, { status: 'resolved', error: null, fields: inputs.properties })
      return store.get(path)
    } catch (error) {
      const failure = toFailure(error)
      log('error', 'error fetching update fields', failure)
      store.update(path, (form) => ({ ...form, status: 'error', error: failure }))
      throw failure
    }
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    clear: store.clear,
    resolve(path) {
      if (store.get(path).status === 'resolved') return Promise.resolve(store.get(path))
      const started = running.get(path) ?? fetch(path).finally(() => running.delete(path))
      running.set(path, started)
      return started
    },
  }
})
