import type { EntityData } from '@cartouche/contract/wire'
import type { Changes } from '../entities/entity.ts'
import type { Failure } from '../failure.ts'
import type { ActionStatus, ActionRequest, BatchAction, BatchStatus } from './batch.ts'

/** A batch as the queue holds it. */
export interface Batch {
  readonly id: string
  readonly status: Exclude<BatchStatus, 'unknown'>
  readonly actions: readonly BatchAction[]
}

/** All batches, in order. */
export type Queue = readonly Batch[]

export type QueueEvent =
  | { readonly type: 'add'; readonly id: string; readonly actions: readonly ActionRequest[] }
  | { readonly type: 'update'; readonly id: string; readonly actions: readonly ActionRequest[] }
  | { readonly type: 'process' | 'retry'; readonly id: string }
  | { readonly type: 'remove'; readonly id: string }
  | { readonly type: 'cancel'; readonly id: string; readonly actionId?: string | undefined }
  | {
      readonly type: 'progress'
      readonly id: string
      readonly actionId: string
      readonly loaded: number
      readonly total: number
    }
  | {
      readonly type: 'ended'
      readonly id: string
      readonly actionId: string
      readonly status: 'done' | 'error' | 'canceled'
      readonly error?: Failure
      readonly result?: EntityData
      readonly before?: Changes
      readonly kept?: readonly string[]
    }

export type QueueEffect =
  | { readonly type: 'run' | 'abort'; readonly id: string; readonly actionId: string }
  | { readonly type: 'done'; readonly id: string }

export interface QueueStep {
  readonly queue: Queue
  readonly effects: readonly QueueEffect[]
}

/** @source data-layer §4 Batch, §9 */
const actionsAtOnce = 2
const highestProgress = 95

/**
 * One step of the queue: pure. What a batch's status does not allow changes nothing.
 * @source data-layer §4 Batch: draft, scheduled, processing, done; actions scheduled, processing, then done,
 * canceled or error
 */
export function stepQueue(queue: Queue, event: QueueEvent): QueueStep {
  if (event.type === 'add')
    return {
      queue: queue.some(({ id }) => id === event.id)
        ? queue
        : [...queue, { id: event.id, status: 'draft', actions: event.actions.map(newAction) }],
      effects: [],
    }
  if (event.type === 'remove')
    return advance(
      queue.filter(({ id }) => id !== event.id),
      queue.filter(({ id }) => id === event.id).flatMap(abortAll),
    )
  const batch = queue.find(({ id }) => id === event.id)
  if (!batch) return { queue, effects: [] }
  const { batch: changed, effects } = stepBatch(batch, event)
  return changed === batch
    ? { queue, effects }
    : advance(
        queue.map((one) => (one === batch ? changed : one)),
        effects,
      )
}

function stepBatch(
  batch: Batch,
  event: Exclude<QueueEvent, { type: 'add' | 'remove' }>,
): { readonly batch: Batch; readonly effects: readonly QueueEffect[] } {
  const edit = (changes: Partial<Batch>, effects: readonly QueueEffect[] = []) => ({
    batch: { ...batch, ...changes },
    effects,
  })
  const same = { batch, effects: [] }
  switch (event.type) {
    case 'update':
      return batch.status === 'draft' ? edit({ actions: event.actions.map(newAction) }) : same
    case 'process':
      return batch.status === 'draft' ? edit({ status: 'scheduled' }) : same
    case 'retry':
      return batch.status === 'done'
        ? edit({
            status: 'scheduled',
            actions: batch.actions.map((action) => (action.status === 'done' ? action : newAction(action))),
          })
        : same
    case 'cancel':
      return cancel(batch, event.actionId)
    case 'progress':
      return edit({
        actions: batch.actions.map((action) =>
          action.id === event.actionId && action.status === 'processing'
            ? withProgress(action, event.loaded, event.total)
            : action,
        ),
      })
    case 'ended': {
      const { status, error = null, result = null, before = null, kept = [] } = event
      return edit({
        actions: batch.actions.map((action) =>
          action.id === event.actionId && action.status === 'processing'
            ? {
                ...action,
                status,
                error,
                result,
                before,
                skipped: kept,
                progress: status === 'done' ? 100 : action.progress,
              }
            : action,
        ),
      })
    }
  }
}

/** Stops what is stopped; what is being processed hears of it, and is canceled at once. */
function cancel(
  batch: Batch,
  actionId: string | undefined,
): { readonly batch: Batch; readonly effects: readonly QueueEffect[] } {
  const isMeant = ({ id, status }: BatchAction): boolean =>
    (actionId === undefined || id === actionId) && (status === 'scheduled' || status === 'processing')
  const effects = batch.actions
    .filter((action) => isMeant(action) && action.status === 'processing')
    .map(({ id }): QueueEffect => ({ type: 'abort', id: batch.id, actionId: id }))
  const actions = batch.actions.map((action) =>
    isMeant(action) ? { ...action, status: 'canceled' as const } : action,
  )
  return {
    batch: {
      ...batch,
      actions,
      status: batch.status === 'draft' && actionId === undefined ? 'done' : batch.status,
    },
    effects,
  }
}

function abortAll({ id, actions }: Batch): readonly QueueEffect[] {
  return actions
    .filter(({ status }) => status === 'processing')
    .map((action) => ({ type: 'abort', id, actionId: action.id }))
}

/**
 * Ends a batch whose actions have all ended, starts the next one when none is processed, and as many of its
 * actions as may run at once.
 */
function advance(queue: Queue, effects: readonly QueueEffect[]): QueueStep {
  const current =
    queue.find(({ status }) => status === 'processing') ?? queue.find(({ status }) => status === 'scheduled')
  if (!current) return { queue, effects }
  const running = count(current, 'processing')
  const starting = current.actions
    .filter(({ status }) => status === 'scheduled')
    .slice(0, Math.max(0, actionsAtOnce - running))
    .map(({ id }) => id)
  const isDone = running === 0 && starting.length === 0
  const next: Batch = {
    ...current,
    status: isDone ? 'done' : 'processing',
    actions: current.actions.map((action) =>
      starting.includes(action.id) ? { ...action, status: 'processing' } : action,
    ),
  }
  const after: readonly QueueEffect[] = isDone
    ? [{ type: 'done', id: current.id }]
    : starting.map((actionId) => ({ type: 'run', id: current.id, actionId }))
  const moved = queue.map((batch) => (batch === current ? next : batch))
  return isDone ? advance(moved, [...effects, ...after]) : { queue: moved, effects: [...effects, ...after] }
}

function newAction({ id, type, path, entityId, payload, expects }: ActionRequest): BatchAction {
  return {
    id,
    type,
    path,
    entityId,
    payload,
    expects,
    status: 'scheduled',
    error: null,
    progress: 0,
    loaded: 0,
    total: 0,
    result: null,
    before: null,
    skipped: [],
  }
}

function withProgress(action: BatchAction, loaded: number, total: number): BatchAction {
  return {
    ...action,
    loaded,
    total,
    progress:
      total > 0
        ? Math.max(action.progress, Math.min(highestProgress, Math.floor((100 * loaded) / total)))
        : action.progress,
  }
}

/** Actions of a batch that have a status. */
export function count({ actions }: Batch, status: ActionStatus): number {
  return actions.filter((action) => action.status === status).length
}
