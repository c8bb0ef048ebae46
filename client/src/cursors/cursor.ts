import type { EntityData, FacetValue, QueryJson, QueryValue } from '@cartouche/contract'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { Constraint } from '../query/constraint.ts'
import type { KeyedReadable } from '../store/keyed-store.ts'

/** What a cursor asks. All but name and path have a default. @source data-layer §3 Cursor, §9 */
export interface CursorDefinition {
  /** A name that is its own: the cursor lives on under it when a page is left. */
  readonly name: string
  /** Resource path; several as `dam/data/a,b`. */
  readonly path: string
  /** Entities a page; 24. */
  readonly max?: number
  /** The most entities that all pages together bring; no limit. */
  readonly limit?: number | undefined
  /** `field asc`, `field desc`, comma-separated; `relevance`. */
  readonly orderby?: string | undefined
  readonly fulltext?: string
  readonly fulltextMode?: 'should' | 'must' | undefined
  /** A query that always holds; `{"activated": true}`. */
  readonly staticQuery?: QueryJson
  /** What the person constrains, by name; a name `x@asset,video` limits it to these resources. */
  readonly constraints?: Readonly<Record<string, Constraint>>
  /** Fields to count values of, with the first page; `true`: those of the schema. */
  readonly facets?: readonly string[] | boolean
  readonly props?: readonly string[] | undefined
  readonly withRights?: boolean
  readonly maxchildren?: number | undefined
}

/** A definition with its defaults in their places. */
export type FullDefinition = CursorDefinition & Required<Pick<CursorDefinition, 'max' | 'fulltext' | 'staticQuery' | 'constraints' | 'facets' | 'withRights'>>

/** Suggestions for the last word. @source data-layer §3: each cursor has a words record */
export interface CursorWords {
  readonly status: LoadStatus
  readonly input: string
  readonly max: number
  readonly suggests: readonly string[]
}

/** A cursor as it stands: a named, paged list of hits. */
export interface CursorSnapshot {
  readonly name: string
  readonly path: string
  readonly status: LoadStatus
  readonly error: Failure | null
  /** Whether data of an earlier or the present query is there to be shown, whatever the status. */
  readonly hasData: boolean
  /** What is asked now, with its defaults. */
  readonly definition: FullDefinition
  /** Text that is equal exactly when two definitions ask the same. */
  readonly signature: string
  /** The signature that `data` answers. */
  readonly lastSignature: string | null
  /** Hits so far, in order, each once: one copy with the entity store. */
  readonly data: readonly EntityData[]
  /** Keys of `data` in the entity store. */
  readonly keys: readonly string[]
  /** All hits. */
  readonly total: number
  /** Values and counts by field; of several resources, by `resource.field`. */
  readonly aggregates: Readonly<Record<string, readonly FacetValue[]>>
  /** Entities in the last page that came. */
  readonly lastFetchDataLength: number
  readonly nextResultsToken: string | null
  /** Whether `next` would bring more. */
  readonly hasNext: boolean
  readonly words: CursorWords
}

/** A change of a cursor; what is not named stays. */
export type CursorChange = Partial<Omit<CursorDefinition, 'name' | 'path'>>

/** Cursors by name. */
export interface Cursors extends KeyedReadable<CursorSnapshot> {
  /** @throws cursor_incomplete, cursor_exists */
  register(definition: CursorDefinition): void
  /** Registers a cursor unless there is one of this name, which then stays as it is. */
  ensure(definition: CursorDefinition): void
  /** Forgets a cursor. Whoever waits for it is told `error.canceled`. */
  unregister(name: string): void
  /** Reads the schema of its path. @throws cursor_nameless, cursor_unresolvable, unknown_resource, network */
  resolve(name: string): Promise<void>
  /**
   * Loads the first page unless one is under way; resolves when the cursor has settled on an answer to its present query.
   * @throws cursor_unknown (a name that starts with ~ is ignored); what the call rejects with; error.canceled when it is unregistered
   */
  fetch(name: string): Promise<void>
  /** Loads the first page anew, in place of a next page that is under way. */
  refresh(name: string): Promise<void>
  /** Loads the next page; does nothing unless the cursor is loaded, answers its present query and has more. */
  next(name: string): Promise<void>
  /** Changes what is asked: a loaded cursor becomes `invalid`, a request in flight is superseded. Asking the same changes nothing. */
  change(name: string, change: CursorChange): void
  /** Sets the full text; a request for it waits 50 ms for more typing. */
  setFulltext(name: string, fulltext: string): void
  /** Sets one constraint; null takes it away. @throws constraint_mode */
  constrain(name: string, constraintName: string, constraint: Constraint | null): void
  /** Adds a value to an inclusive constraint or takes it out; an exclusive one takes it as its only value, or ends. */
  toggleValue(name: string, constraintName: string, value: QueryValue): void
  /** Takes all constraints and the full text away. */
  clearConstraints(name: string): void
  /** Asks for completions of the last word of a text; see `words`. */
  suggest(name: string, input: string): Promise<void>
  /** While a cursor is watched it resolves itself, loads its first page, and loads it anew when what it asks has changed. Answers how to stop. */
  watch(name: string): () => void
  /** Forgets all cursors: another person comes. */
  clear(): void
}
