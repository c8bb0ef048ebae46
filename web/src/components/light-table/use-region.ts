import { useEffect, useState } from 'react'
import type { Rect } from './table-layout.ts'
import type { TablePace } from './table-pace.ts'
import { contains, partInView, widened, type ViewStore } from './table-view.ts'

/** How much more than the window is drawn, of its size on each side. */
const margin = 0.5

/**
 * The part of a table that is drawn, and the zoom that it is drawn for: while somebody zooms, what is there
 * is scaled.
 */
export interface Region {
  readonly rect: Rect
  readonly zoom: number
}

/**
 * Follows the view: draws another part when the window leaves the drawn one, and sharply when it stands
 * still.
 */
export function useRegion(
  view: ViewStore,
  size: { readonly width: number; readonly height: number },
  pace: TablePace,
): Region {
  const [region, setRegion] = useState<Region>({ rect: { x: 0, y: 0, width: 0, height: 0 }, zoom: 1 })
  useEffect(() => {
    const follow = (isCalm: boolean): void => {
      const part = partInView(view.get(), size)
      const { zoom } = view.get()
      setRegion((now) => {
        const isWithin = contains(now.rect, part) && now.rect.width < part.width * 4
        if (isWithin && (!isCalm || zoom === now.zoom)) return now
        return { rect: widened(part, margin), zoom: isCalm ? zoom : now.zoom }
      })
    }
    follow(true)
    const stops = [
      view.subscribe(() => {
        pace.note()
        follow(false)
      }),
      pace.onCalm(() => follow(true)),
    ]
    return () => stops.forEach((stop) => stop())
  }, [view, size, pace])
  return region
}
