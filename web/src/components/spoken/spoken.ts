import { useEffect, useRef, useSyncExternalStore } from 'react'

/*
 * What a screen reader says of what happens away from the focus. A live region is spoken where its text
 * changes, and not where it comes with its text: one region is there for the whole page, and empty at first.
 */

/** What the entries of a list are described by that are selected: the id of an element. */
export const selectedId = 'spoken-selected'

let spoken = ''
const listeners = new Set<() => void>()

/** Has screen readers say a text, once they have said what they are saying. */
export function say(text: string): void {
  // A text that is there already is no change; a space that does not break is not spoken.
  spoken = text === spoken ? `${text}\u{a0}` : text
  for (const listener of listeners) listener()
}

/** What is to be said now; for the region alone. */
export function useSpoken(): string {
  return useSyncExternalStore(subscribe, () => spoken)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Says a text whenever it changes, and `after`, where it is given, when there is none any more: not where
 * another page took the place of this one, which is said then.
 */
export function useSay(text: string | null, after?: string): void {
  useEffect(() => {
    if (text !== null) say(text)
  }, [text])
  const afterwards = useRef(after)
  useEffect(() => {
    afterwards.current = after
  }, [after])
  const isSaid = text !== null
  useEffect(() => {
    if (!isSaid) return undefined
    const { pathname } = window.location
    return () => {
      const isHere = window.location.pathname === pathname
      if (isHere && afterwards.current !== undefined) say(afterwards.current)
    }
  }, [isSaid])
}

let titleBefore: string | undefined

/** Says the title of a page that took the place of another: the browser says that of the first itself. */
export function useSayPage(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined || title === titleBefore) return
    if (titleBefore !== undefined) say(title)
    titleBefore = title
  }, [title])
}
