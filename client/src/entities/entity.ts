import type { EntityData } from '@cartouche/contract/wire'
import type { CallOptions } from '../transport/transport.ts'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { KeyedReadable } from '../store/keyed-store.ts'

/** The one copy of an entity. @source data-layer §3 Generic entity, §4 Entity fetch, §8 */
export interface EntitySnapshot {
  /** `resolved`: known from a list; `loaded`: read in full. */
  readonly status: LoadStatus
  /**
   * The entity as the person sees it: what the server said, under what was changed here and is not confirmed
   * yet.
   */
  readonly data: EntityData | null
  /** Its name, or `ID #{id} NOT FOUND`, or `FAILED ON ID #{id}`. */
  readonly name: string
  readonly error: Failure | null
  /** Whether a change waits for the server's word. */
  readonly pending: boolean
}

/** What to read beside the properties. */
export interface ReadOptions extends Pick<CallOptions, 'signal'> {
  readonly withRights?: boolean
  readonly maxchildren?: number
  /** Language variants as stored, and what may be changed as `$faces`. */
  readonly forUpdate?: boolean
}

/** Values by field. Links as id, `{id}`, or lists of either. */
export type Changes = Readonly<Record<string, unknown>>

type WriteAnswer = Promise<{ readonly response: { readonly data: EntityData } }>
/** Sends a change that is based on a version, where one is known. */
export type SendPatch = (version: { readonly $version?: number }) => WriteAnswer

/** Writes whose call is made by another noun: a draft with files, for example. */
export interface EntityWrites {
  /** As `create`. */
  createBy(send: () => WriteAnswer): Promise<EntityData | null>
  /** Takes the answer to a write that was asked for at this mark. */
  acceptWrite(data: EntityData, askedAt: number): void
  /** As `patch`: the changes are seen at once, and sent when those before them are done. */
  patchBy(path: string, id: number, changes: Changes, send: SendPatch): Promise<EntityData>
}

/** Entities by key; see {@link entityKey}. */
export interface Entities extends KeyedReadable<EntitySnapshot> {
  /**
   * Reads an entity in full; does nothing while it is being read. Never rejects: a failure is the snapshot's
   * status.
   */
  fetch(path: string, id: number, options?: ReadOptions): Promise<EntitySnapshot>
  /** Reads an entity by uuid, under any spelling of its path. @throws domain_missing */
  fetchByUuid(domain: string, uuid: string, options?: ReadOptions): Promise<EntitySnapshot>
  /**
   * Creates an entity; null when the person stopped it.
   * @throws field_mandatory, field_read_only, unknown_field, invalid_parameter
   */
  create(path: string, values: Changes, options?: Pick<CallOptions, 'signal'>): Promise<EntityData | null>
  /**
   * Changes an entity: seen at once, taken back when the server refuses. Sends the version that it is based
   * on.
   * @throws version_conflict, field_mandatory, field_read_only, entity_not_found
   */
  patch(path: string, id: number, changes: Changes): Promise<EntityData>
  /** @throws entity_in_use, delete_refused, entity_not_found */
  delete(path: string, id: number): Promise<void>
  /** Listens to the keys of all entities that changed, in one batch. */
  onChange(listener: (keys: ReadonlySet<string>) => void): () => void
  /** Forgets all that was read: another person comes. */
  clear(): void
}

/** The key of an entity: resource and id, `asset/12`. A resource path counts by its last part. */
export function entityKey(path: string, id: number | string): string {
  return `${path.slice(path.lastIndexOf('/') + 1)}/${id}`
}
