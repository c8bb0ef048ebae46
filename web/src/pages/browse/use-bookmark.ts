import { bookmarksOf, type SchemaSnapshot } from '@cartouche/client'
import { useBookmarks, useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { useCallback, useMemo, useRef } from 'react'
import { useIntl } from 'react-intl'
import { freeName, nameBookmark } from '../../components/bookmarks/bookmark-name.ts'
import { useRemoveBookmark } from '../../components/bookmarks/use-remove-bookmark.tsx'
import { asksSame, browseOfState } from '../../components/saved-searches/browse-of-search.ts'
import { errorText } from '../../translations/error-text.ts'
import { isConstrained, type BrowseState } from '../../address/browse-address.ts'
import { browseName } from '../../address/browse-cursor.ts'

/** Whether what the list asks is bookmarked, and how to change that. */
export interface Bookmarking {
  readonly isKept: boolean
  /** Bookmarks it under a name made of what it asks, or takes its bookmark away; either is said. */
  readonly toggle: () => void
}

/** The bookmark of what the list asks. `labelOf`: the name of a field. */
export function useBookmark(
  state: BrowseState,
  schema: SchemaSnapshot,
  labelOf: (field: string) => string,
): Bookmarking {
  const intl = useIntl()
  const client = useClient()
  const bookmarks = useBookmarks()
  const remove = useRemoveBookmark()
  // A second press, before the first one is answered, would keep it twice.
  const busy = useRef(false)
  const kept = bookmarks.find((bookmark) => {
    const browsed = browseOfState(bookmark, schema.fields)
    return (
      browsed && browsed.missingFields.length === 0 && browsed.leftOut === 0 && asksSame(browsed.state, state)
    )
  })
  const add = useCallback(async (): Promise<void> => {
    const name = freeName(
      await nameBookmark({ client, intl, schema, labelOf }, state),
      bookmarks.map((bookmark) => bookmark.name),
    )
    await bookmarksOf(client).add(browseName, name)
    notifications.show({ message: intl.formatMessage({ id: 'bookmarks.added' }, { name }) })
  }, [client, intl, schema, labelOf, state, bookmarks])
  const toggle = useCallback((): void => {
    if (busy.current || !isConstrained(state)) return
    busy.current = true
    const work = kept ? remove(kept) : add()
    work
      .catch((failure: unknown) => notifications.show({ color: 'red', message: errorText(intl, failure) }))
      .finally(() => {
        busy.current = false
      })
  }, [state, kept, remove, add, intl])
  return useMemo(() => ({ isKept: kept !== undefined, toggle }), [kept, toggle])
}
