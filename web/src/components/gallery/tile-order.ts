import { createContext } from 'react'

/** Where something that is dragged would be put, seen from the tile under it. */
export type DropEdge = 'before' | 'after'

/** Lets people order a wall by dragging its tiles. */
export interface TileOrder {
  /**
   * Makes a tile one that is dragged and dropped on; `onEdge` says where a line belongs. Answers how to end
   * it.
   */
  readonly attach: (tile: HTMLElement, id: number, onEdge: (edge: DropEdge | null) => void) => () => void
}

/** The order that the wall below may be given; null where it has one of its own. */
export const TileOrderContext = createContext<TileOrder | null>(null)
