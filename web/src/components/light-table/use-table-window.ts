import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { boundsOf, type Laid, type Rect } from './table-layout.ts'
import { createTablePace, type TablePace } from './table-pace.ts'
import {
  createView,
  fitView,
  hasView,
  panBy,
  viewWith,
  zoomAt,
  type View,
  type ViewStore,
} from './table-view.ts'
import { useRegion, type Region } from './use-region.ts'

/** The window on a table, and what moves it. */
export interface TableWindow {
  /** What moves and scales with the view. */
  readonly drawn: RefObject<HTMLDivElement | null>
  readonly view: ViewStore
  readonly pace: TablePace
  readonly region: Region
  readonly size: { readonly width: number; readonly height: number }
  readonly fit: () => void
  /** All of it, or 100 %. */
  readonly toggleZoom: () => void
  readonly actualSize: () => void
  readonly zoomBy: (factor: number) => void
  /** By shares of the window. */
  readonly panBy: (x: number, y: number) => void
  /** Comes along as far as shows a rectangle. */
  readonly show: (rect: Rect | null | undefined) => void
  /** Shows a rectangle as large as it can be. */
  readonly fitTo: (rect: Rect | null) => void
}

interface Given {
  readonly width: number
  readonly height: number
  readonly viewKey: string
  readonly visible: readonly Laid[]
}

/** What the tools cover at the top, and the bar of a selection at the foot, px. */
const covered = [44, 64] as const
const nothing: Rect = { x: 0, y: 0, width: 1, height: 1 }

/** Holds the window on a table, which shows all of it at first, and later what it showed when it was left. */
export function useTableWindow({ width, height, viewKey, visible }: Given): TableWindow {
  const size = useMemo(() => ({ width, height }), [width, height])
  const drawn = useRef<HTMLDivElement>(null)
  const isFitted = useRef(hasView(viewKey))
  /** The view that shows all, as long as nobody has moved it, and the size of the window before. */
  const fitted = useRef<View | null>(null)
  const sizeBefore = useRef(size)
  const [view] = useState(() => createView(viewKey))
  const [pace] = useState(createTablePace)
  const region = useRegion(view, size, pace)
  useLayoutEffect(() => {
    const draw = (): void => {
      const { x, y, zoom } = view.get()
      if (drawn.current)
        drawn.current.style.transform = `translate(${-x * zoom}px, ${-y * zoom}px) scale(${zoom / region.zoom})`
    }
    draw()
    return view.subscribe(draw)
  }, [view, region])
  const fitTo = (rect: Rect | null): void => {
    if (rect && width > 0) view.set(fitView(rect, size, ...covered))
  }
  const zoomBy = (factor: number): void =>
    view.set(zoomAt(view.get(), factor, { x: width / 2, y: height / 2 }))
  const actualSize = (): void => zoomBy(1 / view.get().zoom)
  const fit = (): void => {
    fitTo(boundsOf(visible))
    fitted.current = view.get()
  }
  useEffect(() => {
    if (width === 0 || visible.length === 0) return
    const before = sizeBefore.current
    sizeBefore.current = size
    if (!isFitted.current || (before !== size && view.get() === fitted.current)) fit()
    // A phone is turned: what was in the middle stays there.
    else if (before.width > 0 && before.width !== width)
      view.set(panBy(view.get(), (before.width - width) / 2, (before.height - size.height) / 2))
    isFitted.current = true
  })
  return {
    drawn,
    view,
    pace,
    region,
    size,
    fitTo,
    zoomBy,
    actualSize,
    fit,
    toggleZoom() {
      const fitted = fitView(boundsOf(visible) ?? nothing, size, ...covered)
      if (Math.abs(view.get().zoom / fitted.zoom - 1) > 0.01) view.set(fitted)
      else actualSize()
    },
    panBy: (x, y) => view.set(panBy(view.get(), x * width, y * height)),
    show(rect) {
      if (rect) view.set(viewWith(view.get(), rect, size))
    },
  }
}
