import type { Rect } from './table-layout.ts'

/** What of a light table is seen: the point at the top left of the window on it, and px for each unit. */
export interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}
interface Size {
  readonly width: number
  readonly height: number
}

export const [minZoom, maxZoom] = [0.004, 6] as const
/** Around what is fitted, px. */
const edge = 24
/** A few pictures are not blown up by fitting them. */
const maxFitZoom = 1

/** Zooms about a point of the window, px from its top left: what lies there stays there. */
export function zoomAt(view: View, factor: number, point: { readonly x: number; readonly y: number }): View {
  const zoom = Math.min(maxZoom, Math.max(minZoom, view.zoom * factor))
  return {
    x: view.x + point.x / view.zoom - point.x / zoom,
    y: view.y + point.y / view.zoom - point.y / zoom,
    zoom,
  }
}

/** Moves the window by px. */
export function panBy(view: View, x: number, y: number): View {
  return { ...view, x: view.x + x / view.zoom, y: view.y + y / view.zoom }
}

/** The part of the table in a window. */
export function partInView({ x, y, zoom }: View, { width, height }: Size): Rect {
  return { x, y, width: width / zoom, height: height / zoom }
}

/**
 * A view of all of a rectangle, in the middle of the window. `top`, `bottom`: px that something else covers.
 */
export function fitView(bounds: Rect, size: Size, top = 0, bottom = 0): View {
  const height = Math.max(1, size.height - top - bottom)
  const zoom = Math.min(
    maxFitZoom,
    Math.max(minZoom, Math.min((size.width - 2 * edge) / bounds.width, (height - 2 * edge) / bounds.height)),
  )
  return {
    x: bounds.x + bounds.width / 2 - size.width / 2 / zoom,
    y: bounds.y + bounds.height / 2 - (height / 2 + top) / zoom,
    zoom,
  }
}

/** The view, moved as little as shows all of a rectangle, or its top left where it is larger. */
export function viewWith(view: View, rect: Rect, size: Size): View {
  const part = partInView(view, size)
  const near = edge / view.zoom
  const along = (from: number, room: number, start: number, length: number): number => {
    const least = start + length + near - room
    const most = start - near
    return least > most ? most : Math.min(most, Math.max(least, from))
  }
  return {
    ...view,
    x: along(part.x, part.width, rect.x, rect.width),
    y: along(part.y, part.height, rect.y, rect.height),
  }
}

/** A rectangle made larger by a share of its size on each side. */
export function widened({ x, y, width, height }: Rect, share: number): Rect {
  return {
    x: x - width * share,
    y: y - height * share,
    width: width * (1 + 2 * share),
    height: height * (1 + 2 * share),
  }
}

/** Whether one lies within another. */
export function contains(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

/** The view of one table: what draws it listens, without a render. */
export interface ViewStore {
  readonly get: () => View
  readonly set: (view: View) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Views by table. They live as long as the application: Back finds them again. */
const views = new Map<string, View>()

/** Whether somebody looked at a table before. */
export const hasView = (key: string): boolean => views.has(key)

/** Creates the view of a table, as it was left. */
export function createView(key: string): ViewStore {
  let view = views.get(key) ?? { x: 0, y: 0, zoom: 1 }
  const listeners = new Set<() => void>()
  return {
    get: () => view,
    set(next) {
      view = next
      views.set(key, next)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
