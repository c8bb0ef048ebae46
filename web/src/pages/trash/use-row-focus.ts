import { useEffect, useRef, type RefObject } from 'react'

/**
 * Where what had the focus is gone, as a row that was restored, the row in its place has it, or what stands
 * above all rows: Tab would begin at the top of the page.
 */
export function useRowFocus(list: unknown, isFree: boolean): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  /** The row that had the focus last; -1: what stands above them; null: none had it yet. */
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
