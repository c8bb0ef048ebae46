import type { EntityData, QueryJson } from '@cartouche/contract/wire'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { KeyedReadable } from '../store/keyed-store.ts'

/** What a tree shows. All but name and path have a default. @source data-layer §3 Tree, §9 */
export interface TreeDefinition {
  readonly name: string
  /** Resource path of the nodes, for example `dam/data/assetcollection`. */
  readonly path: string
  /** A query that every node answers. */
  readonly staticQuery?: QueryJson | undefined
  readonly query?: QueryJson | undefined
  /** Levels that one answer brings; 2. */
  readonly depth?: number | undefined
  /** Nodes of a level that one answer brings; 24. */
  readonly max?: number | undefined
  readonly orderby?: string | undefined
  /** Shows the nodes that are found by it, and those above them. */
  readonly fulltext?: string | undefined
  /** The full text finds whole words of all fields, in place of a part of the name. */
  readonly enableKeywords?: boolean | undefined
  /** Counts who links to each node; see `counts`. */
  readonly withAggregates?: boolean | undefined
  readonly props?: readonly string[] | undefined
  readonly techprops?: readonly string[] | undefined
  /**
   * Whether a watched tree goes on to all its roots by itself, page after page, half a second apart; it does
   * unless there is a full text.
   */
  readonly autoload?: boolean | undefined
  /** Reads each level as a list, in place of the tree call. */
  readonly disableUseTreeApi?: boolean | undefined
}

/** One node of a tree. */
export interface TreeNode {
  readonly id: number
  readonly name: string
  /** The node as the entity store has it; of nodes above a hit, id and name alone. */
  readonly data: EntityData
  readonly parent: number | null
  readonly isRoot: boolean
  /** Ids of its children so far, in order. */
  readonly children: readonly number[]
  /** All its children; null where it is not known. */
  readonly childCount: number | null
  /** Whether more children can be loaded. */
  readonly hasMore: boolean
}

/** A snapshot of a tree. */
export interface TreeSnapshot {
  readonly name: string
  readonly path: string
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly hasData: boolean
  readonly definition: TreeDefinition
  /** Ids of the roots so far, in order. */
  readonly roots: readonly number[]
  /** Nodes by id. */
  readonly nodes: Readonly<Record<number, TreeNode>>
  /** Ids of the nodes that the full text found, in order; null without. */
  readonly hits: readonly number[] | null
  /** Roots, or hits, in all. */
  readonly total: number
  readonly hasMoreResults: boolean
  readonly nextResultsToken: string | null
  /**
   * Counts by `{resource}.{field}` and node id of the entities that link to it: directly, and with all below.
   */
  readonly counts: Readonly<
    Record<string, Readonly<Record<string, { readonly count: number; readonly total: number }>>>
  >
  readonly lastSignature: string | null
  /** Nodes whose children are being loaded or wait for it. */
  readonly loading: readonly number[]
}

/** Trees by name. */
export interface Trees extends KeyedReadable<TreeSnapshot> {
  /** @throws tree_incomplete, tree_exists */
  register(definition: TreeDefinition): void
  /** Registers a tree unless there is one of this name. */
  ensure(definition: TreeDefinition): void
  unregister(name: string): void
  /** Loads the first roots, or hits. @throws tree_unknown, tree_missing; what the call rejects with */
  fetch(name: string): Promise<void>
  /** Loads more roots, or hits; does nothing when there are none. */
  next(name: string): Promise<void>
  /** Loads the children of a node, or more of them; does nothing when all are there. */
  fetchChildren(name: string, id: number): Promise<void>
  /**
   * Loads the children of a node again, or the roots where it is null: after a move or a new child. What is
   * known below them stays.
   */
  refreshChildren(name: string, id: number | null): Promise<void>
  /** Loads all watched trees again, as after a change of language. What fails is in a tree's `error`. */
  refresh(): Promise<void>
  /** Sets the full text; what is typed is gathered for 80 ms. A loaded tree is `registered` again. */
  setFulltext(name: string, fulltext: string): void
  change(name: string, change: Partial<Omit<TreeDefinition, 'name' | 'path'>>): void
  /**
   * The node and those above it, the highest first; those that are not known are read, 10 at most.
   * @source data-layer §9: parent walk limit
   */
  pathOf(name: string, id: number): Promise<readonly EntityData[]>
  /** While a tree is watched it loads by itself, the next roots too: see `autoload`. Answers how to stop. */
  watch(name: string): () => void
  clear(): void
}
