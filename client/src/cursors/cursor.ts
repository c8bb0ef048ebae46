import type { EntityData, FacetValue, QueryJson, QueryValue } from '@cartouche/contract/wire'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { Constraint } from '../query/constraint.ts'
import type { KeyedReadable } from '../store/keyed-store.ts'
import type { LongList } from '../store/long-list.ts'

/** What a cursor asks. All but name and path have a default. @source data-layer §3 Cursor, §9 */
export interface CursorDefinition {
  /**
   * A name that is its own: the cursor lives on under it when a page is left. One that starts with ~ is
   * ignored where it is unknown.
   */
  readonly name: string
  /** Resource path; several as `dam/data/a,b`. */
  readonly path: string
  /** Resource paths that are left out of `path`. */
  readonly excludedPaths?: readonly string[] | undefined
  /** Entities a page; 24. Of a grouped cursor: groups. */
  readonly max?: number
  /** The most entities that all pages together bring; no limit. */
  readonly limit?: number | undefined
  /** `field asc`, `field desc`, comma-separated; `relevance`. */
  readonly orderby?: string | undefined
  readonly fulltext?: string
  readonly fulltextMode?: 'should' | 'must' | undefined
  /** Groups the hits by the values of this field; see `groupedData`. */
  readonly group?: string | undefined
  /** Entities of each group that come at once; 20. */
  readonly groupMax?: number | undefined
  /** A query that always holds; `{"activated": true}`. */
  readonly staticQuery?: QueryJson
  /** A query beside the constraints. */
  readonly query?: QueryJson | undefined
  /**
   * What the person constrains, by name; a name `x@asset,video` limits it to these resources, a name `a/x`
   * belongs to the namespace `a`.
   */
  readonly constraints?: Readonly<Record<string, Constraint>>
  /** Namespaces whose constraints hold; all by default. Those of no namespace always hold. */
  readonly namespaces?: readonly string[] | undefined
  /**
   * Names of constraints that hold together, one list after the other: when the hits of one have all come,
   * `next` brings those of the following. Constraints that no list names always hold.
   */
  readonly sequences?: readonly (readonly string[])[] | undefined
  /** Parameters of an application's own, sent as `x_{name}`. */
  readonly customParams?: Readonly<Record<string, string | number | boolean>> | undefined
  /**
   * Fields to count values of, with the first page; `true`: those of the schema. On the wire: withAggregates,
   * aggFields.
   */
  readonly facets?: readonly string[] | boolean
  readonly props?: readonly string[] | undefined
  readonly techprops?: readonly string[] | undefined
  /** Scopes that are decided for each entity. */
  readonly security?: readonly string[] | undefined
  readonly withRights?: boolean
  /** Entities themselves; `false`: counts alone. */
  readonly withData?: boolean | undefined
  readonly withItems?: boolean | undefined
  readonly workflows?: boolean | undefined
  readonly maxchildren?: number | undefined
  readonly maxitems?: number | undefined
  /** Language that the words of the query are in. */
  readonly i18nQuery?: string | undefined
  /** What completions `wordsOf` asks for; `words`. */
  readonly suggest?: 'words' | 'similar' | undefined
  /** How long an answer is good enough for a `fetch` to ask nothing; 0. */
  readonly cacheDurationMs?: number | undefined
  /** After how long `pollCursor` asks again; 0: never. */
  readonly refreshAfterMs?: number | undefined
}

/** A definition with its defaults in their places. */
export type FullDefinition = CursorDefinition &
  Required<
    Pick<CursorDefinition, 'max' | 'fulltext' | 'staticQuery' | 'constraints' | 'facets' | 'withRights'>
  >

/**
 * Hits that share a value of the field that a cursor is grouped by.
 * @source data-layer §4: a group's data, nextData, count and complete flag
 */
export interface CursorGroup {
  /** The value as text: what `nextOfGroup` takes. */
  readonly key: string
  readonly value: { readonly id: number | string | null; readonly name?: string | undefined }
  /** Its hits so far. */
  readonly data: readonly EntityData[]
  /** Its next page, null on the last. */
  readonly nextData: string | null
  /** All its hits. */
  readonly count: number
  readonly complete: boolean
}

/** A snapshot of a cursor: a named, paged list of hits. */
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
  /**
   * Hits so far, in order, each once: one copy with the entity store. The array is made when it is first
   * read.
   */
  readonly data: readonly EntityData[]
  /** Keys of `data` in the entity store; made when first read. */
  readonly keys: readonly string[]
  /** The same without the arrays: how many hits there are so far, and each by its place. */
  readonly list: Pick<LongList<EntityData>, 'length' | 'at'>
  /** Groups so far, in order; empty unless the cursor is grouped. */
  readonly groupedData: readonly CursorGroup[]
  /** Brings the next groups; null when there are none. */
  readonly nextGroups: string | null
  /** Ids of those hits whose metadata do not have the words of the full text: their documents have them. */
  readonly documentHits: ReadonlySet<number>
  /** Which of the sequences the last hits answer. */
  readonly activeSequence: number
  /** All hits. */
  readonly total: number
  /** Values and counts by field; of several resources, by `resource.field`, which `flattenFacets` adds up. */
  readonly aggregates: Readonly<Record<string, readonly FacetValue[]>>
  /** Entities in the last page that came. */
  readonly lastFetchDataLength: number
  readonly nextResultsToken: string | null
  /** Whether `next` would bring more. */
  readonly hasNext: boolean
}

/** Puts the ids of the data of cursors in the place of their names, where they are known. */
export type Resolve = (
  constraints: Readonly<Record<string, Constraint>>,
) => Readonly<Record<string, Constraint>>

/** Constraints whose values have to be found first; see `cursorDataOf`. */
export interface Subqueries {
  /** Puts what is found in the place of what is named, where it is known. @throws subquery_operator */
  readonly resolve: Resolve
  /** Names of the cursors whose data a definition depends on. */
  sourcesOf(definition: FullDefinition): readonly string[]
  /** Waits until all of it is known. */
  ready(definition: FullDefinition, signal: AbortSignal): Promise<void>
}

/** A change of a cursor; what is not named stays. */
export type CursorChange = Partial<Omit<CursorDefinition, 'name' | 'path'>>

/** Cursors by name. */
export interface Cursors extends KeyedReadable<CursorSnapshot> {
  /** @throws cursor_incomplete, cursor_exists */
  register(definition: CursorDefinition): void
  /** Registers a cursor unless there is one of this name, which then stays as it is. */
  ensure(definition: CursorDefinition): void
  /** Forgets a cursor. Whoever waits for it gets `error.canceled`. */
  unregister(name: string): void
  /** Reads the schema of its path. @throws cursor_nameless, cursor_unresolvable, unknown_resource, network */
  resolve(name: string): Promise<void>
  /**
   * Loads the first page unless one is under way; resolves when the cursor has settled on an answer to its
   * present query.
   * @throws cursor_unknown (a name that starts with ~ is ignored); what the call rejects with; error.canceled
   * when it is unregistered
   */
  fetch(name: string): Promise<void>
  /** Loads the first page again, in place of a next page that is under way. */
  refresh(name: string): Promise<void>
  /**
   * Loads the next page, or the next groups, or the first page of the next sequence; does nothing unless the
   * cursor is loaded, answers its present query and has more.
   */
  next(name: string): Promise<void>
  /** Loads the next groups of a grouped cursor. @throws next_groups when there are none */
  nextGroups(name: string): Promise<void>
  /** Loads the next entities of one group; does nothing when there are none. */
  nextOfGroup(name: string, group: string): Promise<void>
  /**
   * Changes what is asked: a loaded cursor becomes `invalid`, a request in flight is superseded. Asking the
   * same changes nothing.
   */
  change(name: string, change: CursorChange): void
  /** Sets the full text; a request for it waits 50 ms for more typing. */
  setFulltext(name: string, fulltext: string): void
  /** Sets one constraint; null takes it away. @throws constraint_mode */
  constrain(name: string, constraintName: string, constraint: Constraint | null): void
  /**
   * Adds a value to an inclusive constraint or takes it out; an exclusive one takes it as its only value, or
   * ends.
   */
  toggleValue(name: string, constraintName: string, value: QueryValue): void
  /** Takes all constraints and the full text away. */
  clearConstraints(name: string): void
  /**
   * While a cursor is watched it resolves itself, loads its first page, and loads it again when what it asks
   * has changed. Answers how to stop.
   */
  watch(name: string): () => void
  /** Constraints with what `resolveWith` finds in its place, as far as it is known. */
  readonly resolveConstraints: Resolve
  /** Has constraints resolved that have to be found first; see `cursorDataOf`. */
  resolveWith(subqueries: Subqueries): void
  /** Names of all cursors. */
  names(): readonly string[]
  /** Forgets all cursors: another person comes. */
  clear(): void
}
