import { calls, type EntityData, type FieldHeader } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import { entityKey, type Changes } from '../entities/entity.ts'
import { ClientError, nounError, toFailure } from '../failure.ts'
import { createKeyedStore, type KeyedStore } from '../store/keyed-store.ts'
import { changedValues, withCreateDefaults, withPatchDefaults } from './changed-values.ts'
import { draftErrors } from './draft-errors.ts'
import { draftForm } from './draft-form.ts'
import type { Drafts, DraftSnapshot } from './draft.ts'

/** The drafts of a client. */
export const draftsOf = attach(createDrafts)

const noDraft: DraftSnapshot = {
  status: 'unknown',
  error: null,
  values: {},
  changes: {},
  dirty: false,
  permissions: {},
  progress: 0,
}

/** @source data-layer §3 Draft, §4 Drafts, §5, §7 save draft, faces simulation */
function createDrafts(client: Client): Drafts {
  const store = createKeyedStore<DraftSnapshot>(() => noDraft)
  const show = (key: string, values: Changes, change: Partial<DraftSnapshot> = {}): void => {
    const before = store.get(key)
    const changes = changedValues(client.entities.get(key).data ?? {}, values)
    const dirty = Object.keys(changes).length > 0
    if (Object.keys(values).length === 0) store.delete(key)
    else store.set(key, { ...before, status: 'registered', error: null, ...change, values, changes, dirty })
  }
  // What somebody else saved meanwhile is no change of ours any more.
  client.entities.onChange((keys) => {
    for (const key of keys)
      if (store.has(key))
        show(key, store.get(key).values, { status: store.get(key).status, error: store.get(key).error })
  })
  return {
    get: store.get,
    subscribe: store.subscribe,
    clear: store.clear,
    edit: (path, id, values) =>
      show(entityKey(path, id), { ...store.get(entityKey(path, id)).values, ...values }),
    reset(path, id, fields) {
      const key = entityKey(path, id)
      show(key, fields ? without(store.get(key).values, fields) : {})
    },
    save: (path, id, { signal } = {}) => save({ client, store, show }, path, id, signal),
    async simulate(path, id) {
      const key = entityKey(path, id)
      const { json, isNew } = await wanted(client, store.get(key).values, path, id)
      const parameters = { path, json, simu: true, withFacets: true, i18n: false }
      const {
        response: { data },
      } = isNew
        ? await client.call(calls.createEntity, parameters)
        : await client.call(calls.patchEntity, { ...parameters, id: Number(id) })
      store.update(key, (draft) => ({ ...draft, permissions: data.$faces ?? {} }))
      return data
    },
  }
}

interface Saving {
  readonly client: Client
  readonly store: KeyedStore<DraftSnapshot>
  readonly show: (key: string, values: Changes, change?: Partial<DraftSnapshot>) => void
}

async function save(
  { client, store, show }: Saving,
  path: string,
  id: number | string,
  signal: AbortSignal | undefined,
): Promise<EntityData> {
  const key = entityKey(path, id)
  const { values, status } = store.get(key)
  if (status === 'fetching') throw nounError(draftErrors, 'draft_saving', { key })
  show(key, values, { status: 'fetching', progress: 0 })
  try {
    const saved = await send(client, await wanted(client, values, path, id), path, id, {
      signal,
      onUploadProgress: (loaded, total) =>
        store.update(key, (draft) => ({
          ...draft,
          progress: Math.min(95, Math.round((100 * loaded) / total)),
        })),
    })
    // What was edited while it was saved is still to be saved.
    const later = Object.fromEntries(
      Object.entries(store.get(key).values).filter(([field, value]) => !Object.is(value, values[field])),
    )
    show(key, later)
    return saved
  } catch (error) {
    const failure = toFailure(error)
    show(key, store.get(key).values, { status: 'error', error: failure })
    throw failure
  }
}

interface Wanted {
  /** What is sent: changes and defaults, links as ids. */
  readonly json: Changes
  readonly isNew: boolean
}

/**
 * What saving sends.
 * @source data-layer §4: Create rules when the stored entity is unknown, else Patch rules; §5: a non-numeric
 * id is new
 */
async function wanted(client: Client, values: Changes, path: string, id: number | string): Promise<Wanted> {
  const { fields } = await client.schemas.resolve(path)
  const isNew = !/^\d+$/.test(String(id))
  const key = entityKey(path, id)
  // Whether it exists is known to the server alone: rules and what changed depend on it.
  if (!isNew && client.entities.get(key).status !== 'loaded')
    await client.entities.fetch(path, Number(id), { forUpdate: true })
  const base = client.entities.get(key).data
  if (!isNew && !base) throw client.entities.get(key).error ?? new ClientError('error.canceled')
  return { isNew, json: isNew || !base ? withCreateDefaults(values, fields) : patchOf(base, values, fields) }
}

function patchOf(base: EntityData, values: Changes, fields: Readonly<Record<string, FieldHeader>>): Changes {
  return withPatchDefaults(changedValues(base, values), fields, base)
}

interface SendOptions {
  readonly signal: AbortSignal | undefined
  readonly onUploadProgress: (loadedBytes: number, totalBytes: number) => void
}

async function send(
  client: Client,
  { json, isNew }: Wanted,
  path: string,
  id: number | string,
  options: SendOptions,
): Promise<EntityData> {
  const always = { path, i18n: false, withFacets: true }
  const withFiles = (body: Changes) => ({
    ...options,
    form: draftForm(body, { i18n: false, withFacets: true, jsonproperty: 'json' }),
  })
  if (isNew) {
    const created = await client.entities.createBy(() =>
      client.call(calls.createEntity, { ...always, json }, withFiles(json)),
    )
    if (!created) throw new ClientError('error.canceled')
    return created
  }
  const { data } = client.entities.get(entityKey(path, id))
  if (Object.keys(json).length === 0 && data) return data
  return client.entities.patchBy(path, Number(id), json, (version) => {
    const body = { ...version, ...json }
    return client.call(calls.patchEntity, { ...always, id: Number(id), json: body }, withFiles(body))
  })
}

function without(values: Changes, fields: readonly string[]): Changes {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !fields.includes(field)))
}
