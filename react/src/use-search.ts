import { useCallback, useEffect, useEffectEvent, useMemo } from 'react'
import {
  bookmarksOf,
  openLookup,
  openSlidingWindow,
  wordsOf,
  type CursorDefinition,
  type CursorSnapshot,
  type CursorWords,
  type SearchState,
  type SlidingWindow,
  type SlidingWindowSnapshot,
} from '@cartouche/client'
import { useClient } from './provider.tsx'
import { useKey, useReadable } from './use-readable.ts'

/** Completions of the last word of what is typed for a cursor. */
export function useWords(cursorName: string): CursorWords & { readonly suggest: (input: string) => void } {
  const words = wordsOf(useClient())
  const suggest = useCallback(
    (input: string) => void words.suggest(cursorName, input).catch(() => undefined),
    [words, cursorName],
  )
  return { ...useKey(words, cursorName), suggest }
}

/** The searches that who is signed in keeps. Actions: `bookmarksOf(useClient())`. */
export function useBookmarks(): readonly SearchState[] {
  return useReadable(bookmarksOf(useClient()))
}

/**
 * A window that slides over a cursor: a page with previous and next. The cursor has to be registered before.
 */
export function useSlidingWindow(
  cursorName: string,
  size?: number,
): SlidingWindowSnapshot & Pick<SlidingWindow, 'goTo' | 'goToId' | 'move'> {
  const client = useClient()
  const window = useMemo(() => openSlidingWindow(client, cursorName, size), [client, cursorName, size])
  const snapshot = useReadable(window)
  return useMemo(
    () => ({ ...snapshot, goTo: window.goTo, goToId: window.goToId, move: window.move }),
    [snapshot, window],
  )
}

/** A lookup of at most five entities by what is typed, while the component is there. */
export function useLookup(
  definition: Omit<CursorDefinition, 'name'> & { readonly name?: string },
): CursorSnapshot & { readonly search: (text: string) => void } {
  const client = useClient()
  const name = `~lookup/${definition.name ?? definition.path}`
  const open = useEffectEvent(() => openLookup(client, definition))
  useEffect(() => open().stop, [client, name])
  const snapshot = useKey(client.cursors, name)
  return useMemo(() => {
    const search = (text: string): void => client.cursors.setFulltext(name, text)
    return Object.defineProperties(
      { search },
      Object.getOwnPropertyDescriptors(snapshot),
    ) as CursorSnapshot & { readonly search: (text: string) => void }
  }, [client, name, snapshot])
}
