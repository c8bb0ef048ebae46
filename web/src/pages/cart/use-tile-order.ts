import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useLayoutEffect, useMemo, useRef } from 'react'
import type { DropEdge, TileOrder } from '../../components/gallery/tile-order.ts'

/** What a drop asks for: these assets beside that one. */
export interface Drop {
  readonly id: number
  readonly edge: DropEdge
  /** The one that was dragged; what is selected goes with it. */
  readonly dragged: number
}

const key = 'cartItem'

/**
 * Order by dragging the tiles of a cart; null where it is not to be ordered. The same for as long as it stays
 * allowed, so that the wall is not made again.
 */
export function useTileOrder(isAllowed: boolean, onDrop: (drop: Drop) => void): TileOrder | null {
  const latest = useRef(onDrop)
  useLayoutEffect(() => {
    latest.current = onDrop
  })
  return useMemo(
    () =>
      isAllowed
        ? { attach: (tile, id, onEdge) => attach(tile, id, onEdge, (drop) => latest.current(drop)) }
        : null,
    [isAllowed],
  )
}

function attach(
  tile: HTMLElement,
  id: number,
  onEdge: (edge: DropEdge | null) => void,
  onDrop: (drop: Drop) => void,
): () => void {
  const edgeOf = (data: Record<string | symbol, unknown>): DropEdge | null => {
    const edge = extractClosestEdge(data)
    return edge === null ? null : edge === 'left' ? 'before' : 'after'
  }
  return combine(
    draggable({
      element: tile,
      getInitialData: () => ({ [key]: id }),
      onDragStart: () => {
        tile.dataset['dragged'] = ''
      },
      onDrop: () => {
        delete tile.dataset['dragged']
      },
    }),
    dropTargetForElements({
      element: tile,
      canDrop: ({ source }) => typeof source.data[key] === 'number' && source.data[key] !== id,
      getData: ({ input, element }) =>
        attachClosestEdge({}, { input, element, allowedEdges: ['left', 'right'] }),
      onDrag: ({ self }) => onEdge(edgeOf(self.data)),
      onDragLeave: () => onEdge(null),
      onDrop: ({ self, source }) => {
        onEdge(null)
        const [edge, dragged] = [edgeOf(self.data), source.data[key]]
        if (edge !== null && typeof dragged === 'number') onDrop({ id, edge, dragged })
      },
    }),
  )
}
