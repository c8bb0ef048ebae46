import { attach } from '../attach.ts'
import type { Client } from '../client.ts'
import { ClientError, nounError } from '../failure.ts'
import { preferenceKey, preferencesOf } from '../preferences/preferences.ts'
import { createQueue } from '../store/queue.ts'
import { createCell, type Readable } from '../store/keyed-store.ts'
import { bookmarkErrors } from './bookmark-errors.ts'
import { openSearch, readSearch, searchOf, type SearchState } from './search-state.ts'

/**
 * Searches that a person keeps for themself, on each of their machines.
 * @source portal §3 Bookmarked cursor; data-layer §9: bookmark preference key
 */
export interface Bookmarks extends Readable<readonly SearchState[]> {
  /**
   * Reads them again, in the order in which they were kept; an empty list where nobody is connected.
   * @throws what the call rejects with
   */
  fetch(): Promise<readonly SearchState[]>
  /**
   * Keeps the search of a cursor under a name, in the place of one of the same name.
   * @throws bookmark_disconnected, bookmark_empty, cursor_unknown, what the call rejects with
   */
  add(cursorName: string, name: string): Promise<SearchState>
  /**
   * Takes the bookmark of a name away, or keeps the search under it; answers whether it is kept now.
   * @throws as `add`
   */
  toggle(cursorName: string, name: string): Promise<boolean>
  /** @throws bookmark_disconnected, what the call rejects with */
  remove(name: string): Promise<void>
  /** Puts a bookmark back that was removed, in the place of one of the same name. @throws as `remove` */
  restore(search: SearchState): Promise<void>
  /**
   * Gives a bookmark another name; nothing where there is none of this name.
   * @throws bookmark_disconnected, bookmark_name_missing, bookmark_name_taken, what the call rejects with
   */
  rename(name: string, to: string): Promise<void>
  /** Has its cursor, or another, ask what was kept. */
  open(name: string, cursorName?: string): void
  clear(): void
}

/** The bookmarks of the signed-in user. */
export const bookmarksOf = attach(createBookmarks)

/** The preference that bookmarks are. @source portal §3 Bookmarked cursor */
const namespace = 'we-bookmarkedCursors'
const key = 'we-cursor-bookmarker-v1'

function createBookmarks(client: Client): Bookmarks {
  const {
    session,
    cursors,
    options: { log },
  } = client
  const preferences = preferencesOf(client)
  const id = preferenceKey(key, namespace)
  const none: readonly SearchState[] = []
  const cell = createCell(none)
  preferences.subscribe(id, () => cell.set(read(preferences.get(id).value) ?? none))
  const fetch = async (): Promise<readonly SearchState[]> =>
    session.get().connected ? (read((await preferences.fetch(key, { namespace })).value) ?? none) : none
  const changes = createChanges(client, fetch)
  let shown: number | undefined
  const follow = (): void => {
    const { connected, user } = session.get()
    const now = connected ? user?.id : undefined
    if (now === shown) return
    shown = now
    if (now !== undefined)
      fetch().catch((error: unknown) => log('warn', 'Bookmarks could not be read', error))
  }
  session.subscribe(follow)
  follow()
  return {
    get: cell.get,
    subscribe: cell.subscribe,
    fetch,
    ...changes,
    async toggle(cursorName, name) {
      requireConnected(client)
      if (!(await fetch()).some((search) => search.name === name))
        return (await changes.add(cursorName, name)).name === name
      await changes.remove(name)
      return false
    },
    open(name, cursorName) {
      const search = cell.get().find((one) => one.name === name)
      if (search) openSearch(cursors, search, cursorName)
    },
    clear: () => cell.set(none),
  }
}

function createChanges(
  client: Client,
  fetch: Bookmarks['fetch'],
): Pick<Bookmarks, 'add' | 'remove' | 'restore' | 'rename'> {
  const {
    session,
    cursors,
    options: { clock },
  } = client
  const preferences = preferencesOf(client)
  const queue = createQueue()
  // What another machine kept meanwhile is read before: it must not be lost. Nor may one change undo another
  // that was begun beside it.
  const change = async (
    edit: (searches: readonly SearchState[]) => readonly SearchState[],
  ): Promise<void> => {
    const person = requireConnected(client)
    await queue.take(async () => {
      const searches = await fetch()
      // Whoever signed in meanwhile did not ask for it.
      if (session.get().user?.id !== person) throw nounError(bookmarkErrors, 'bookmark_disconnected')
      await preferences.set(key, edit(searches), { namespace, type: 'json' })
    })
  }
  const restore = (search: SearchState): Promise<void> =>
    change((searches) => [...searches.filter(({ name }) => name !== search.name), search])
  return {
    restore,
    remove: (name) => change((searches) => searches.filter((search) => search.name !== name)),
    async add(cursorName, name) {
      requireConnected(client)
      if (cursors.get(cursorName).status === 'unknown')
        throw new ClientError('cursor_unknown', { name: cursorName })
      const search = searchOf(cursors.get(cursorName), { name, date: new Date(clock.nowMs()) })
      await restore(search)
      return search
    },
    async rename(name, to) {
      if (to === '') throw nounError(bookmarkErrors, 'bookmark_name_missing')
      await change((searches) => {
        if (to !== name && searches.some((search) => search.name === to))
          throw nounError(bookmarkErrors, 'bookmark_name_taken', { name: to })
        return searches.map((search) => (search.name === name ? { ...search, name: to } : search))
      })
    },
  }
}

/**
 * The id of the signed-in user.
 * @throws bookmark_disconnected
 * @source portal §5: bookmarking works only when connected
 */
function requireConnected({ session }: Client): number | undefined {
  const { connected, user } = session.get()
  if (!connected) throw nounError(bookmarkErrors, 'bookmark_disconnected')
  return user?.id
}

/** Whatever an application put there: what is no search is left out; undefined where it is no list. */
function read(value: unknown): readonly SearchState[] | undefined {
  return Array.isArray(value) ? value.flatMap((one) => readSearch(one) ?? []) : undefined
}
