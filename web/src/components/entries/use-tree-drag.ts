import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

interface Drop {
  readonly canDrop: (id: number) => boolean
  readonly onDrop: (id: number) => void
}

interface RowDrag extends Drop {
  readonly id: number
  readonly isEnabled: boolean
  /** Something has been held over the row for a while. */
  readonly onLinger: () => void
}

/** After how long a closed node opens below what is dragged. */
const lingerMs = 700
const idOf = (data: Readonly<Record<string | symbol, unknown>>): number =>
  typeof data['entry'] === 'number' ? data['entry'] : Number.NaN

/** Lets a row be dragged, and others be dropped on it. */
export function useRowDrag(
  row: RefObject<HTMLElement | null>,
  { id, isEnabled, canDrop, onDrop, onLinger }: RowDrag,
): { readonly isDragged: boolean; readonly isOver: boolean } {
  const [isDragged, setDragged] = useState(false)
  const [isOver, setOver] = useState(false)
  const accepts = useEffectEvent(canDrop)
  const take = useEffectEvent(onDrop)
  const linger = useEffectEvent(onLinger)
  useEffect(() => {
    const element = row.current
    if (!element || !isEnabled) return undefined
    return combine(
      draggable({
        element,
        getInitialData: () => ({ entry: id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => accepts(idOf(source.data)),
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source, location }) => {
          setOver(false)
          if (location.current.dropTargets[0]?.element === element) take(idOf(source.data))
        },
      }),
    )
  }, [row, id, isEnabled])
  useEffect(() => {
    if (!isOver) return undefined
    const timer = setTimeout(() => linger(), lingerMs)
    return () => clearTimeout(timer)
  }, [isOver])
  return { isDragged, isOver }
}

/** Lets nodes be dropped beside all rows: at the top of the tree. */
export function useTopDrop(place: RefObject<HTMLElement | null>, { canDrop, onDrop }: Drop): boolean {
  const [isOver, setOver] = useState(false)
  const accepts = useEffectEvent(canDrop)
  const take = useEffectEvent(onDrop)
  const element = place.current
  useEffect(() => {
    if (!element) return undefined
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => accepts(idOf(source.data)),
      onDropTargetChange: ({ location }) => setOver(location.current.dropTargets[0]?.element === element),
      onDragLeave: () => setOver(false),
      onDrop: ({ source, location }) => {
        setOver(false)
        if (location.current.dropTargets[0]?.element === element) take(idOf(source.data))
      },
    })
  }, [element])
  return isOver
}
