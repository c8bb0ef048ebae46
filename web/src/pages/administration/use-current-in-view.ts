import { useEffect, useRef, type RefObject } from 'react'

/**
 * Of a list of links, one of which is the current: that one is scrolled into view when the list opens, gets
 * another width, or another link is current.
 */
export function useCurrentInView(current: string | number | undefined): RefObject<HTMLElement | null> {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const links = list.current
    if (links === null) return
    const observer = new ResizeObserver(() =>
      links.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    observer.observe(links)
    return () => observer.disconnect()
  }, [current])
  return list
}
