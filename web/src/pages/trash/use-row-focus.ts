import { useEffect, useRef, type RefObject } from 'react'

/**
 * Where the row that had the focus is gone, as what was restored, the one in its place has it: Tab would
 * begin at the top of the page.
 */
export function useRowFocus(list: unknown, isFree: boolean): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  const index = useRef(-1)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || !root.current?.contains(target)) return
      index.current = [...root.current.querySelectorAll('li')].findIndex((row) => row.contains(target))
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  useEffect(() => {
    const focused = document.activeElement
    if (!isFree || index.current < 0 || (focused !== document.body && focused?.tagName !== 'MAIN')) return
    const rows = root.current?.querySelectorAll('li') ?? []
    rows[Math.min(index.current, rows.length - 1)]?.querySelector('input')?.focus()
  }, [list, isFree])
  return root
}
