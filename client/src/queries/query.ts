import type { QueryJson } from '@cartouche/contract/wire'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { NormalConstraint } from '../query/build-query.ts'
import type { Constraint } from '../query/constraint.ts'
import type { KeyedReadable } from '../store/keyed-store.ts'

/** Constraints that several cursors ask by, under one name. @source data-layer §3 Query */
export interface QueryDefinition {
  readonly name: string
  readonly path: string
  readonly constraints?: Readonly<Record<string, Constraint>>
  readonly staticQuery?: QueryJson
  /** Names of constraints that are asked one list after the other; see `CursorDefinition.sequences`. */
  readonly sequences?: readonly (readonly string[])[]
  /**
   * `registering`: more constraints are still to come, and nobody is to wait for the query; `registered`
   * by default.
   */
  readonly initialStatus?: 'registering' | 'registered'
}

/** One constraint of a query, as its resources understand it. */
export interface QueryConstraint {
  readonly status: LoadStatus
  readonly constraint: Constraint
  /** The form that all that ask the same have, and a text of it; null until it is resolved. */
  readonly resolved: NormalConstraint | null
  readonly signature: string | null
  /** Resources that lack its field: they answer nothing. */
  readonly invalidResources: readonly string[]
  /** Resources that it is limited to; none: all. */
  readonly limitedResources: readonly string[]
}

export interface QuerySnapshot {
  readonly name: string
  readonly path: string
  /**
   * `registering` as long as it is said to be, `registered` while some constraint is, else the status of all
   * of them.
   */
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly constraints: Readonly<Record<string, QueryConstraint>>
  readonly staticQuery: QueryJson
  readonly sequences: readonly (readonly string[])[]
}

/** Queries by name. */
export interface Queries extends KeyedReadable<QuerySnapshot> {
  /** @throws query_exists */
  register(definition: QueryDefinition): void
  /** Ends the registration of a query that began as `registering`. */
  ready(name: string): void
  unregister(name: string): void
  /** Sets one constraint; null takes it away. @throws query_missing, constraint_mode, subquery_operator */
  constrain(name: string, constraintName: string, constraint: Constraint | null): void
  /** Waits for a query to be resolved: 2 s at most. @throws query_missing; what its schema rejects with */
  whenResolved(name: string): Promise<QuerySnapshot>
  /**
   * Has a cursor ask by a query: its constraints are of the query's namespace. Answers how to stop.
   * @throws query_missing, cursor_unknown
   */
  apply(name: string, cursorName: string): () => void
  clear(): void
}
