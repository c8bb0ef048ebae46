import type { SavedSearch } from '@cartouche/contract/wire'
import { nameFilter } from '../carts/select-carts.ts'

/** Which saved searches are shown, in which order. */
export interface SavedSearchSelection {
  /** Part of the name, in any case; `*` stands for anything. @source portal §5 */
  readonly name?: string
  /** `mine`; `shared`: with the user, by their owners; `public`: of others, for everybody. */
  readonly whose?: 'mine' | 'shared' | 'public'
  readonly sortBy?: 'name' | 'created' | 'modified'
  readonly direction?: 'asc' | 'desc'
}

/** The searches that a selection asks for; last changed first by default. `userId`: the user. */
export function selectSavedSearches(
  searches: readonly SavedSearch[],
  { name = '', whose, sortBy = 'modified', direction = 'desc' }: SavedSearchSelection,
  userId: number,
): readonly SavedSearch[] {
  const matches = nameFilter(name)
  const sign = direction === 'asc' ? 1 : -1
  return searches
    .filter(
      (search) => matches(search.name) && (whose === undefined || whoseSearch(search, userId) === whose),
    )
    .toSorted((left, right) => sign * (left[sortBy].localeCompare(right[sortBy]) || left.id - right.id))
}

/**
 * How the user comes to see a search; undefined for an administrator who sees what others keep for
 * themselves.
 */
export function whoseSearch(
  { isMine, isPrivate, subscribers }: SavedSearch,
  userId: number,
): SavedSearchSelection['whose'] {
  if (isMine) return 'mine'
  if (subscribers.some(({ id }) => id === userId)) return 'shared'
  return isPrivate ? undefined : 'public'
}
