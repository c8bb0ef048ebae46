import type { SavedSearch } from '@cartouche/contract/wire'
import type { SearchState } from '../bookmarks/search-state.ts'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { Readable } from '../store/keyed-store.ts'

/** The searches that the user sees: own, shared with them, and public ones. */
export interface SavedSearchesSnapshot {
  readonly status: LoadStatus
  /** Why the last call failed. */
  readonly error: Failure | null
  readonly hasData: boolean
  /** Last changed first; changes that are under way are in them. */
  readonly searches: readonly SavedSearch[]
}

/** What a search is saved as. */
export interface SavedSearchDraft {
  readonly name: string
  readonly description?: string
  /** Private by default. */
  readonly isPrivate?: boolean
  /** Where it was made, for an application that has several places to search in. */
  readonly context?: string
}

/** A search that was started, and fields that it names and that are gone: it runs without them. */
export interface StartedSearch {
  readonly search: SearchState
  readonly missingFields: readonly string[]
}

/**
 * Saved searches. A failure sets the status to `error`, is logged with the message of the specification's
 * catalogue, and is thrown again. What needs no answer to be shown is shown at once, and put back where the
 * server refuses it.
 * @source portal §3, §6, §7, §8; decision 0060
 */
export interface SavedSearches extends Readable<SavedSearchesSnapshot> {
  /** Reads those that the user sees, of one type where it is given. */
  fetchSearches(type?: string): Promise<void>
  /** Reads one again. @throws saved_search_not_found */
  fetchSearch(id: number): Promise<SavedSearch>
  /**
   * Saves what a cursor asks.
   * @throws bookmark_empty unless it has a full text, constraints or custom parameters; cursor_unknown
   */
  createSearch(cursorName: string, draft: SavedSearchDraft): Promise<SavedSearch>
  /**
   * Changes name or description, or has it ask what a cursor asks now, on the version that is known here.
   * @throws version_conflict, bookmark_empty
   */
  updateSearch(
    id: number,
    change: { readonly name?: string; readonly description?: string; readonly cursorName?: string },
  ): Promise<SavedSearch>
  /** Shares it with more people. `url`: where the notification leads. */
  shareSearch(id: number, people: readonly number[], url?: string): Promise<SavedSearch>
  /** Ends its sharing with these people. */
  removeCollaborators(id: number, people: readonly number[]): Promise<SavedSearch>
  switchPrivate(id: number, isPrivate: boolean): Promise<SavedSearch>
  /** Gives it to another person; who gave it keeps it as a subscriber. */
  transferSearch(id: number, owner: number): Promise<SavedSearch>
  /** Leaves a search that somebody shares. */
  unsubscribe(id: number): Promise<void>
  deleteSearch(id: number): Promise<void>
  /**
   * Has its cursor, or another, ask what was saved; fields that are gone are left out and named.
   * @throws saved_search_not_found, saved_search_unreadable
   */
  runSearch(id: number, cursorName?: string): Promise<StartedSearch>
  /** Forgets all that was read: another person comes. */
  clear(): void
}
