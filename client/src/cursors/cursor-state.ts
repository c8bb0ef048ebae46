import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { noHits, type Hit, type HitList } from './hit-list.ts'

/** A page as the machine needs it. `facets` come with first pages only. */
export interface Page<Facets> {
  readonly hits: readonly Hit[]
  readonly total: number
  readonly token: string | null
  readonly facets: Facets | null
  /** Groups of a grouped cursor, or the next part of one of them. */
  readonly groups?: readonly GroupPage[]
  /** Ids of what was found by words inside documents; missing where that is nothing. */
  readonly documentHits?: readonly number[] | undefined
}

/**
 * What a page says about one group.
 * @source data-layer §4: grouped results extend a group's data, nextData, count and complete flag
 */
export interface GroupPage {
  /** The value that its hits share, as text. */
  readonly key: string
  readonly value: { readonly id: number | string | null; readonly name?: string | undefined }
  readonly hits: readonly Hit[]
  /** Its next page. */
  readonly nextData: string | null
  /** All its hits. */
  readonly count: number
  readonly complete: boolean
}

/**
 * What a page is asked for: the first of the query, the next of the same, the first of the next sequence, the
 * next of one group.
 */
export type RequestKind = 'first' | 'next' | 'sequence' | 'group'

export interface RunningRequest {
  readonly id: number
  readonly kind: RequestKind
  readonly signature: string
  /** Which of the sequences is asked; 0 without. */
  readonly sequence: number
}

/** All that decides what a cursor does next. */
export interface CursorState<Facets> {
  readonly status: LoadStatus
  readonly error: Failure | null
  /** What is asked, and what the hits answer. */
  readonly signature: string
  readonly lastSignature: string | null
  readonly limit: number
  /**
   * Sequences that are asked one after the other, and which of them the last hits answer.
   * @source data-layer §3, §4
   */
  readonly sequences: number
  readonly activeSequence: number
  /** Whether the schema of the path is known. */
  readonly hasSchema: boolean
  readonly hits: HitList
  /** Groups so far, in order; empty unless the cursor is grouped. */
  readonly groups: readonly GroupPage[]
  /** Ids of those hits that were found by words inside their documents. */
  readonly documentHits: ReadonlySet<number>
  readonly total: number
  readonly facets: Facets | null
  readonly token: string | null
  readonly lastCount: number
  readonly request: RunningRequest | null
  readonly lastRequestId: number
  /** Times in a row that the server answered another question. */
  readonly mismatches: number
  /** A fetch was asked for before the schema was there. */
  readonly wanted: boolean
  /** Who waits for the schema, and who for an answer; each is settled exactly once. */
  readonly schemaWaiters: readonly number[]
  readonly waiters: readonly number[]
}

/** What can happen to a cursor. A `waiter` waits until it has settled. */
export type CursorEvent<Facets> =
  | { readonly type: 'registered' }
  | { readonly type: 'resolve'; readonly waiter?: number }
  | { readonly type: 'resolved' }
  | { readonly type: 'unresolved'; readonly error: Failure }
  | {
      readonly type: 'change'
      readonly signature: string
      readonly limit: number
      readonly sequences: number
      readonly typed: boolean
    }
  | { readonly type: 'fetch' | 'refresh' | 'next'; readonly waiter?: number }
  | { readonly type: 'nextOfGroup'; readonly group: string; readonly waiter?: number }
  | {
      readonly type: 'answered'
      readonly requestId: number
      readonly echo: string | undefined
      readonly page: Page<Facets>
    }
  | { readonly type: 'failed'; readonly requestId: number; readonly error: Failure }
  | { readonly type: 'removed'; readonly keys: ReadonlySet<string> }
  | { readonly type: 'unregister' }

/** What a step wants done. */
export type CursorEffect =
  | { readonly type: 'resolve' }
  | {
      readonly type: 'send'
      readonly request: RunningRequest
      readonly token: string | null
      readonly typed: boolean
    }
  | { readonly type: 'abort'; readonly requestId: number }
  | { readonly type: 'settle'; readonly waiters: readonly number[]; readonly error: Failure | null }

export interface CursorStep<Facets> {
  readonly state: CursorState<Facets>
  readonly effects: readonly CursorEffect[]
}

/** No ids. */
export const noIds: ReadonlySet<number> = new Set()

/** A cursor before anything happened to it. `limit`: the most hits of all pages together. */
export function newCursor<Facets>(
  signature: string,
  limit = Number.POSITIVE_INFINITY,
  sequences = 1,
): CursorState<Facets> {
  return {
    status: 'registering',
    error: null,
    signature,
    lastSignature: null,
    limit,
    sequences,
    activeSequence: 0,
    hasSchema: false,
    hits: noHits(),
    groups: [],
    documentHits: noIds,
    total: 0,
    facets: null,
    token: null,
    lastCount: 0,
    request: null,
    lastRequestId: 0,
    mismatches: 0,
    wanted: false,
    schemaWaiters: [],
    waiters: [],
  }
}

/**
 * What `next` would ask for, undefined when nothing is left: the next page, else the next sequence.
 * @source data-layer §4: paging
 */
export function nextKind(state: CursorState<unknown>): 'next' | 'sequence' | undefined {
  if (state.lastSignature !== state.signature || state.hits.length >= state.limit) return undefined
  if (state.token !== null) return 'next'
  return state.activeSequence + 1 < state.sequences ? 'sequence' : undefined
}
