import type { FacetValue } from '@cartouche/contract/wire'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { ConstraintMode } from '../query/constraint.ts'
import type { KeyedReadable } from '../store/keyed-store.ts'

/** Which values of a field are to be counted for a constraint of a cursor. */
export interface AggregateRequest {
  readonly field: string
  /** `in` by default; `dof` counts what is below a value with it. */
  readonly operator?: string | undefined
  /** The values; all that have hits by default. */
  readonly ids?: readonly (number | string)[] | undefined
  /** Whether values without hits are shown. */
  readonly showEmptyAggregate?: boolean | undefined
}

/** Counts for one constraint. @source data-layer §3 Cursor aggregates */
export interface ConstraintAggregate {
  readonly field: string
  readonly operator: string
  readonly mode: ConstraintMode
  /** Values that are counted, in the order of the server. */
  readonly ids: readonly (number | string)[]
  /**
   * `count`: hits under the whole search; `total`: those there would be without the constraint itself. By
   * value, as text.
   */
  readonly counts: Readonly<Record<string, { readonly count: number; readonly total: number }>>
  /** The same with the names of the values, without those that have no hits unless they are wanted. */
  readonly values: readonly FacetValue[]
  readonly showEmptyAggregate: boolean
}

/** The counts of one cursor. */
export interface CursorAggregates {
  /**
   * `registered`, `initial` or `fetching`, `invalid` while what was counted is no longer what is asked,
   * `loaded`, `error`.
   */
  readonly status: LoadStatus
  readonly error: Failure | null
  /** Hits of the whole search. */
  readonly total: number
  readonly constraints: Readonly<Record<string, ConstraintAggregate>>
}

/** Counts by the name of the cursor. */
export interface Aggregates extends KeyedReadable<CursorAggregates> {
  /**
   * Has values counted for a constraint of a cursor, whether it constrains at present or not, and counted
   * again when the cursor asks something else. What is registered within 50 ms is asked for together. Answers
   * how to stop.
   * @throws cursor_unknown
   */
  register(cursorName: string, constraintName: string, request: AggregateRequest): () => void
  /**
   * Has further values counted, together with others that are missing within 200 ms.
   * @throws cursor_unknown; aggregate_unknown where nothing is registered for the constraint
   */
  request(cursorName: string, constraintName: string, ids: readonly (number | string)[]): void
  /** Counts at once. Rejects with what the call rejects with. @throws cursor_unknown */
  fetch(cursorName: string): Promise<void>
  clear(): void
}
