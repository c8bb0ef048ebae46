import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

/** What is dragged in the editor: a widget of the page, or a component that is to be put there. */
export type DraggedPart =
  | { readonly kind: 'widget'; readonly id: number }
  | { readonly kind: 'component'; readonly name: string }

/** Where it is over a line of the outline; `in` where the line is a place of its own. */
export type DropEdge = 'before' | 'after' | 'in'

const dataOf = (part: DraggedPart): Record<string, unknown> => ({ part })
const partOf = (data: Readonly<Record<string | symbol, unknown>>): DraggedPart | undefined =>
  data['part'] as DraggedPart | undefined

/** Lets something be dragged. `onDragged`: whether it is at present. */
export function usePartDrag(
  element: RefObject<HTMLElement | null>,
  part: DraggedPart | null,
  onDragged: (on: boolean) => void = () => undefined,
): void {
  const report = useEffectEvent(onDragged)
  const text = JSON.stringify(part)
  useEffect(() => {
    const dragged = JSON.parse(text) as DraggedPart | null
    if (!element.current || !dragged) return undefined
    return draggable({
      element: element.current,
      getInitialData: () => dataOf(dragged),
      onDragStart: () => report(true),
      onDrop: () => report(false),
    })
  }, [element, text])
}

interface DropOptions {
  /** Whether the line is a place of its own, in which what is dropped stands. */
  readonly isPlace: boolean
  readonly canDrop: (part: DraggedPart) => boolean
  readonly onDrop: (part: DraggedPart, edge: DropEdge) => void
}

/** Lets parts be dropped on a line; answers where one is over it. */
export function usePartDrop(
  element: RefObject<HTMLElement | null>,
  { isPlace, canDrop, onDrop }: DropOptions,
): DropEdge | null {
  const [over, setOver] = useState<DropEdge | null>(null)
  const take = useEffectEvent(onDrop)
  const allows = useEffectEvent(canDrop)
  useEffect(() => {
    const target = element.current
    if (!target) return undefined
    const edgeOf = (data: Record<string | symbol, unknown>): DropEdge =>
      isPlace ? 'in' : extractClosestEdge(data) === 'top' ? 'before' : 'after'
    return combine(
      dropTargetForElements({
        element: target,
        canDrop: ({ source }) => {
          const part = partOf(source.data)
          return part !== undefined && allows(part)
        },
        getData: ({ input, element: at }) =>
          attachClosestEdge({}, { input, element: at, allowedEdges: ['top', 'bottom'] }),
        onDragEnter: ({ self }) => setOver(edgeOf(self.data)),
        onDrag: ({ self }) => setOver(edgeOf(self.data)),
        onDragLeave: () => setOver(null),
        onDrop: ({ self, source }) => {
          setOver(null)
          const part = partOf(source.data)
          if (part) take(part, edgeOf(self.data))
        },
      }),
    )
  }, [element, isPlace])
  return over
}
