import type { FieldHeader } from '@cartouche/contract'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { KeyedReadable } from '../store/keyed-store.ts'

/** The fields of a resource, or of several where the path names several. @source data-layer §3 Schema */
export interface SchemaSnapshot {
  /** Resource path: `dam/data/asset`; several as `dam/data/asset,assetkeyword`. */
  readonly name: string
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly label: string
  /** Short name (`asset`); empty for several. */
  readonly resource: string
  /** Fields by name; for several resources those that all of them have. */
  readonly fields: Readonly<Record<string, FieldHeader>>
  readonly tree: boolean
  /** The field that links a node to its parent, in a tree. */
  readonly treefield: string | null
  /** Whether the surfer may create an entity of it. */
  readonly create: boolean
  /** Fields by resource; one entry for a single resource. */
  readonly schemas: Readonly<Record<string, Readonly<Record<string, FieldHeader>>>>
}

/** Schemas by resource path. */
export interface Schemas extends KeyedReadable<SchemaSnapshot> {
  /** The schema, asked for once. @throws schema_nameless; unknown_resource; network */
  resolve(path: string): Promise<SchemaSnapshot>
  /** Asks anew. */
  refresh(path: string): Promise<SchemaSnapshot>
  /** Forgets all that was read: another person comes. */
  clear(): void
}
