import type { EntityData } from '@cartouche/contract/wire'
import type { Changes } from '../entities/entity.ts'
import type { Failure } from '../failure.ts'
import type { KeyedReadable, Readable } from '../store/keyed-store.ts'

/** @source data-layer §4 Batch */
export type BatchStatus = 'unknown' | 'draft' | 'scheduled' | 'processing' | 'done'
export type ActionStatus = 'scheduled' | 'processing' | 'done' | 'canceled' | 'error'

/** What one action of a batch does. A File or Blob in `payload` becomes the file of its field. */
export interface ActionRequest {
  readonly id: string
  readonly type: 'create' | 'update'
  readonly path: string
  /** The entity that is updated. */
  readonly entityId?: number | undefined
  readonly payload: Changes
  /**
   * Values by field, links as ids, that an update builds on: the entity is read again first, and a field that
   * has another value by now stays as it is.
   */
  readonly expects?: Changes | undefined
}

/** One action of a batch. @source data-layer §3 Batch */
export interface BatchAction extends ActionRequest {
  readonly status: ActionStatus
  readonly error: Failure | null
  /** 0 to 100; 95 at most until it is done. */
  readonly progress: number
  /** Bytes sent, and all of them; 0 without files. */
  readonly loaded: number
  readonly total: number
  /** What the server answered. */
  readonly result: EntityData | null
  /** The values that an update replaced, by field: what `undo` puts back. */
  readonly before: Changes | null
  /** Fields that it left as they are, since somebody has changed them: see `expects`. */
  readonly skipped: readonly string[]
}

/** Create and update actions that are carried out together. */
export interface BatchSnapshot {
  readonly id: string
  readonly status: BatchStatus
  readonly actions: readonly BatchAction[]
  /** 0 to 100, over all actions. */
  readonly progress: number
  /** Actions by how they ended. */
  readonly counts: Readonly<Record<ActionStatus, number>>
}

/** Batches by id. One is processed at a time, two of its actions at once. @source data-layer §4 Batch, §9 */
export interface Batches {
  readonly byId: KeyedReadable<BatchSnapshot>
  /** Ids in order. */
  readonly all: Readable<readonly string[]>
  /** @throws batch_exists */
  add(id: string, actions: readonly ActionRequest[]): void
  /**
   * Puts actions in the place of those of a batch that is a draft still.
   * @throws batch_unknown, batch_status
   */
  update(id: string, actions: readonly ActionRequest[]): void
  /**
   * Has a batch processed when those before it are done; resolves when it is. A failed action ends no other.
   * @throws batch_unknown, batch_status
   */
  process(id: string): Promise<BatchSnapshot>
  /**
   * Stops one action, or all that are not done; what the server has done stays done.
   * @throws batch_unknown
   */
  cancel(id: string, actionId?: string): void
  /** Has failed and canceled actions processed again. @throws batch_unknown, batch_status */
  retry(id: string): Promise<BatchSnapshot>
  /**
   * Adds a batch that puts back what a processed one replaced, and answers its id. What somebody has changed
   * since is kept, and named by `kept`.
   * @throws batch_unknown, batch_status
   */
  undo(id: string): string
  /** Forgets a batch; one that is processed is stopped. */
  remove(id: string): void
  clear(): void
}
