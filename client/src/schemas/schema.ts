import type { CallAnswer, calls, FieldHeader } from '@cartouche/contract/wire'
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
  /** How often its fields were found to have changed since they were first read. */
  readonly version: number
  /** Short name (`asset`); empty for several. */
  readonly resource: string
  /** Fields by name; for several resources those that all of them have. */
  readonly fields: Readonly<Record<string, FieldHeader>>
  readonly tree: boolean
  /** The field that links a node to its parent, in a tree. */
  readonly treefield: string | null
  /** Whether the user may create an entity of it. */
  readonly create: boolean
  /** Which of the usual scopes are granted, by scope. @source data-layer §6 */
  readonly security: Readonly<Record<string, boolean>>
  /** Fields by resource; one entry for a single resource. */
  readonly schemas: Readonly<Record<string, Readonly<Record<string, FieldHeader>>>>
}

/** Asks the server for the schema of a path. */
export type AskSchema = (path: string) => Promise<CallAnswer<typeof calls.getSchema>>

/** Schemas by resource path. */
export interface Schemas extends KeyedReadable<SchemaSnapshot> {
  /** The schema, asked for once. @throws schema_nameless; unknown_resource; network */
  resolve(path: string): Promise<SchemaSnapshot>
  /** Asks again. */
  refresh(path: string): Promise<SchemaSnapshot>
  /** Puts something between the store and the server; see `schemaBatchesOf`. */
  askWith(wrap: (ask: AskSchema) => AskSchema): void
  /** Paths of the schemas that were asked for. */
  paths(): readonly string[]
  /** Forgets all that was read: another person comes. */
  clear(): void
}
