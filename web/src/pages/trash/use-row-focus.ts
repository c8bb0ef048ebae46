import { useEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus to the next row when the row that had it is gone, for example restored, or to the bar above
 * the rows: otherwise Tab would start at the top of the page.
 * @param list whatever changes with the rows
 * @param isFree false while a dialog has the focus
 */
export function useRowFocus(list: unknown, isFree: boolean): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  /** The row that had the focus last, from 0; -1: the bar above them; null: none had it yet. */
  const last = useRef<number | null>(null)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || !root.current?.contains(target)) return
      last.current = [...root.current.querySelectorAll('li')].findIndex((row) => row.contains(target))
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  useEffect(() => {
    const focused = document.activeElement
    if (!isFree || last.current === null || (focused !== document.body && focused?.tagName !== 'MAIN')) return
    const rows = root.current?.querySelectorAll('li') ?? []
    const place = rows[Math.min(last.current, rows.length - 1)] ?? root.current
    place?.querySelector('input')?.focus({ preventScroll: true })
  }, [list, isFree])
  return root
}
