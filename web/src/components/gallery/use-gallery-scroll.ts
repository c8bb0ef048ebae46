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
    const place = asked.current === null ? (places.get(`${scrollKey} ${resetKey}`) ?? 0) : 0
    if (asked.current !== resetKey) element.scrollTo({ top: place })
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
