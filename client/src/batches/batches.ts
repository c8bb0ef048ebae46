import { calls, type EntityData } from '@cartouche/contract/wire'
import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import { changedValues, withCreateDefaults } from '../drafts/changed-values.ts'
import { draftForm } from '../drafts/draft-form.ts'
import { entityKey, type Changes } from '../entities/entity.ts'
import { ClientError, isCanceled, nounError, toFailure } from '../failure.ts'
import { createCell, createKeyedStore, type KeyedStore } from '../store/keyed-store.ts'
import { batchErrors } from './batch-errors.ts'
import {
  count,
  stepQueue,
  type Batch,
  type Queue,
  type QueueEffect,
  type QueueEvent,
} from './batch-machine.ts'
import type { ActionStatus, ActionRequest, Batches, BatchAction, BatchSnapshot } from './batch.ts'

/** The batches of a client. */
export const batchesOf = attach(createBatches)

const statuses: readonly ActionStatus[] = ['scheduled', 'processing', 'done', 'canceled', 'error']

interface BatchRunner extends Pick<Batches, 'all'> {
  readonly byId: KeyedStore<BatchSnapshot>
  readonly queue: () => Queue
  readonly send: (event: QueueEvent) => void
  /** Sends an event and answers when the batch has ended. @throws error.canceled when it is removed */
  readonly sendAndWait: (event: QueueEvent) => Promise<BatchSnapshot>
}

/** Runs the queue: takes events in, carries effects out. */
function createRunner(client: Client): BatchRunner {
  const byId = createKeyedStore<BatchSnapshot>((id) => ({
    ...snapshotOf({ id, status: 'draft', actions: [] }),
    status: 'unknown',
  }))
  const all = createCell<readonly string[]>([])
  const waiting = new Map<string, PromiseWithResolvers<BatchSnapshot>>()
  let queue: Queue = []

  const send = (event: QueueEvent): void => {
    const before = queue
    const step = stepQueue(before, event)
    queue = step.queue
    const statusIn = (list: Queue): string => list.find(({ id }) => id === event.id)?.status ?? 'unknown'
    client.options.trace?.({
      noun: 'batch',
      name: event.id,
      event: event.type,
      from: statusIn(before),
      to: statusIn(queue),
    })
    for (const batch of queue) if (!before.includes(batch)) byId.set(batch.id, snapshotOf(batch))
    for (const { id } of before) if (!queue.some((batch) => batch.id === id)) forget(id)
    if (queue.length !== before.length) all.set(queue.map(({ id }) => id))
    for (const effect of step.effects) {
      if (effect.type === 'done') settle(effect.id, (wanted) => wanted.resolve(byId.get(effect.id)))
      else act(effect)
    }
  }
  const settle = (id: string, complete: (wanted: PromiseWithResolvers<BatchSnapshot>) => void): void => {
    const wanted = waiting.get(id)
    waiting.delete(id)
    if (wanted) complete(wanted)
  }
  const forget = (id: string): void => {
    byId.delete(id)
    settle(id, (wanted) => wanted.reject(new ClientError('error.canceled')))
  }
  const act = createActor(client, () => queue, send)
  return {
    byId,
    all,
    send,
    queue: () => queue,
    sendAndWait(event) {
      const wanted = waiting.get(event.id) ?? Promise.withResolvers<BatchSnapshot>()
      waiting.set(event.id, wanted)
      send(event)
      return wanted.promise
    },
  }
}

/** Runs actions and stops them; how they end are events. */
function createActor(
  client: Client,
  queue: () => Queue,
  send: (event: QueueEvent) => void,
): (effect: Exclude<QueueEffect, { type: 'done' }>) => void {
  const aborts = new Map<string, AbortController>()
  const work = async (id: string, actionId: string): Promise<void> => {
    const action = queue()
      .find((batch) => batch.id === id)
      ?.actions.find((one) => one.id === actionId)
    if (!action) return
    const key = `${id}/${actionId}`
    const controller = new AbortController()
    aborts.set(key, controller)
    const ended = await carryOut(client, action, controller.signal, (loaded, total) =>
      send({ type: 'progress', id, actionId, loaded, total }),
    ).then(
      (end): QueueEvent => ({ type: 'ended', id, actionId, status: 'done', ...end }),
      (error: unknown): QueueEvent => ({
        type: 'ended',
        id,
        actionId,
        status: isCanceled(toFailure(error)) ? 'canceled' : 'error',
        error: toFailure(error),
      }),
    )
    // An action that is tried again has a controller of its own.
    if (aborts.get(key) !== controller) return
    aborts.delete(key)
    send(ended)
  }
  return ({ type, id, actionId }) => {
    if (type === 'abort') aborts.get(`${id}/${actionId}`)?.abort()
    else void work(id, actionId)
  }
}

/** @source data-layer §3 Batch, §4 Batch, §5, §8, §9 */
function createBatches(client: Client): Batches {
  const { byId, all, send, sendAndWait, queue } = createRunner(client)
  const known = (id: string, ...allowed: readonly BatchSnapshot['status'][]): BatchSnapshot => {
    const batch = byId.get(id)
    if (batch.status === 'unknown') throw nounError(batchErrors, 'batch_unknown', { id })
    if (allowed.length > 0 && !allowed.includes(batch.status))
      throw nounError(batchErrors, 'batch_status', { id, status: batch.status })
    return batch
  }
  const add: Batches['add'] = (id, actions) => {
    if (byId.has(id)) throw nounError(batchErrors, 'batch_exists', { id })
    send({ type: 'add', id, actions })
  }
  return {
    byId,
    all,
    add,
    update(id, actions) {
      known(id, 'draft')
      send({ type: 'update', id, actions })
    },
    async process(id) {
      known(id, 'draft', 'scheduled', 'processing')
      return sendAndWait({ type: 'process', id })
    },
    async retry(id) {
      known(id, 'done')
      return sendAndWait({ type: 'retry', id })
    },
    cancel(id, actionId) {
      known(id)
      send({ type: 'cancel', id, actionId })
    },
    undo(id) {
      const undoId = `${id}-undo-${client.options.clock.nowMs()}`
      add(undoId, known(id, 'done').actions.flatMap(undoOf))
      return undoId
    },
    remove: (id) => send({ type: 'remove', id }),
    clear: () => queue().forEach(({ id }) => send({ type: 'remove', id })),
  }
}

/**
 * What puts back what an action replaced, where it is still what the action made of it; nothing for one that
 * replaced nothing.
 */
function undoOf({ id, path, entityId, before, result, status }: BatchAction): readonly ActionRequest[] {
  if (status !== 'done' || !before || !result || entityId === undefined) return []
  return [
    {
      id,
      type: 'update',
      path,
      entityId,
      payload: before,
      expects: Object.fromEntries(Object.keys(before).map((field) => [field, result[field] ?? null])),
    },
  ]
}

interface Ended {
  readonly result: EntityData
  readonly before?: Changes
  readonly kept?: readonly string[]
}

type Progress = (loaded: number, total: number) => void

/** Carries out one action. */
async function carryOut(
  client: Client,
  action: BatchAction,
  signal: AbortSignal,
  onUploadProgress: Progress,
): Promise<Ended> {
  const { type, path, entityId, payload } = action
  if (type === 'update' && entityId !== undefined)
    return update(client, { ...action, entityId }, signal, onUploadProgress)
  const { fields } = await client.schemas.resolve(path)
  const json = withCreateDefaults(payload, fields)
  const result = await client.entities.createBy(() =>
    client.call(
      calls.createEntity,
      { path, json },
      { signal, onUploadProgress, form: draftForm(json, { jsonproperty: 'json' }) },
    ),
  )
  if (!result) throw new ClientError('error.canceled')
  return { result }
}

/** Updates an entity. One whose values are there already asks nothing of the server. */
async function update(
  { entities, call }: Client,
  { path, entityId, payload, expects }: BatchAction & { readonly entityId: number },
  signal: AbortSignal,
  onUploadProgress: Progress,
): Promise<Ended> {
  const key = entityKey(path, entityId)
  if (expects || entities.get(key).data === null) await entities.fetch(path, entityId, { signal })
  if (signal.aborted) throw new ClientError('error.canceled')
  const { data, error, status } = entities.get(key)
  if (!data || (expects && status !== 'loaded')) throw error ?? new ClientError('error.canceled')
  const kept = expects ? Object.keys(changedValues(data, expects)) : []
  const json = changedValues(
    data,
    Object.fromEntries(Object.entries(payload).filter(([field]) => !kept.includes(field))),
  )
  const changed = Object.keys(json)
  if (changed.length === 0) return { result: data, kept }
  const result = await entities.patchBy(path, entityId, json, (version) => {
    const based = { ...version, ...json }
    return call(
      calls.patchEntity,
      { path, id: entityId, json: based },
      { signal, onUploadProgress, form: draftForm(based, { jsonproperty: 'json' }) },
    )
  })
  // Bytes that were replaced are not here to be put back.
  return {
    result,
    kept,
    before: Object.fromEntries(
      changed.filter((field) => !(json[field] instanceof Blob)).map((field) => [field, data[field] ?? null]),
    ),
  }
}

function snapshotOf(batch: Batch): BatchSnapshot {
  const { actions } = batch
  const counts = Object.fromEntries(statuses.map((status) => [status, count(batch, status)])) as Record<
    ActionStatus,
    number
  >
  const ended = (status: ActionStatus): boolean =>
    status === 'done' || status === 'canceled' || status === 'error'
  const progress =
    actions.length === 0
      ? 0
      : Math.floor(
          actions.reduce((sum, action) => sum + (ended(action.status) ? 100 : action.progress), 0) /
            actions.length,
        )
  return { ...batch, progress: batch.status === 'done' ? 100 : Math.min(99, progress), counts }
}
