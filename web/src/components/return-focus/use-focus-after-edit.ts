import { useEffect, useRef, type RefObject } from 'react'

/**
 * Gives the focus to the first button of a part of the page once that is edited in place no longer: whoever
 * edits by keyboard goes on from there, not from the top of the page. Whoever went elsewhere meanwhile stays
 * there.
 */
export function useFocusAfterEdit(isEditing: boolean): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body)
      root.current?.querySelector('button')?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return root
}
