import { useEffect } from 'react'
import type { PageView } from './page-view.ts'

/**
 * Ctrl or ⌘ with the wheel, and pinching on a trackpad, zoom around the pointer. Not passive: the page stays.
 */
export function usePointerZoom(container: React.RefObject<HTMLElement | null>, view: PageView | null): void {
  useEffect(() => {
    const element = container.current
    const listen = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      view?.zoomBy(Math.exp(-event.deltaY * 0.005), { x: event.clientX, y: event.clientY })
    }
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  }, [container, view])
}
