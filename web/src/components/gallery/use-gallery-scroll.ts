import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** Places in lists, px from the top, by list. They live as long as the application: Back finds them again. */
const places = new Map<string, number>()

/**
 * Keeps the place in a list: finds it again when the list comes back, and goes to the top when the question
 * changes.
 */
export function useGalleryScroll(
  scroller: RefObject<HTMLElement | null>,
  scrollKey: string,
  resetKey: string,
  ready: boolean,
): void {
  const asked = useRef<string | null>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null || !ready) return
    const isNew = asked.current === null
    const place = isNew ? (places.get(`${scrollKey} ${resetKey}`) ?? 0) : 0
    // A new list is at its top. Scrolling there would lay out all of it for nothing.
    if (asked.current !== resetKey && !(isNew && place === 0)) element.scrollTo({ top: place })
    asked.current = resetKey
  }, [scroller, scrollKey, resetKey, ready])
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const remember = (): void => void places.set(`${scrollKey} ${resetKey}`, element.scrollTop)
    element.addEventListener('scroll', remember, { passive: true })
    return () => element.removeEventListener('scroll', remember)
  }, [scroller, scrollKey, resetKey])
}
