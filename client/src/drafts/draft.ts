import type { EntityData, FieldPermissions } from '@cartouche/contract/wire'
import type { Changes } from '../entities/entity.ts'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { KeyedReadable } from '../store/keyed-store.ts'
import type { CallOptions } from '../transport/transport.ts'

/** Edits of one entity that are not saved. @source data-layer §3 Draft */
export interface DraftSnapshot {
  /**
   * `unknown` without edits, `registered` with some, `fetching` while they are saved, `error` when that
   * failed.
   */
  readonly status: LoadStatus
  readonly error: Failure | null
  /** The edited values by field, as they were given. */
  readonly values: Changes
  /** The part of them that differs from the entity, links as ids: what saving sends beside defaults. */
  readonly changes: Changes
  /** Whether there is anything to save. */
  readonly dirty: boolean
  /** What may be seen, changed and must be filled with these values, by field; empty until `simulate`. */
  readonly permissions: Readonly<Record<string, FieldPermissions>>
  /** Part of the files that is sent, 0 to 100. */
  readonly progress: number
}

/** Drafts by key: `entityKey(path, id)`. An id that is no number is an entity that is still to be created. */
export interface Drafts extends KeyedReadable<DraftSnapshot> {
  /** Sets values of fields; a File or Blob becomes the file of its field. */
  edit(path: string, id: number | string, values: Changes): void
  /** Takes the edits of some fields back, of all where none is named. */
  reset(path: string, id: number | string, fields?: readonly string[]): void
  /**
   * Saves what changed, and the defaults that the rules of the schema name. The draft is cleared of what was
   * saved.
   * @throws draft_saving; version_conflict, field_mandatory, field_read_only, unknown_field,
   * entity_not_found; error.canceled
   */
  save(path: string, id: number | string, options?: Pick<CallOptions, 'signal'>): Promise<EntityData>
  /**
   * Asks what would be if it were saved: the faces of its fields. Nothing is stored.
   * @throws what `save` throws
   */
  simulate(path: string, id: number | string): Promise<EntityData>
  /** Forgets all drafts: another person comes. */
  clear(): void
}
