import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

interface Drag {
  /** The field that the row is of; null for the head of a group, which is not dragged. */
  readonly id: number | null
  readonly onDrop: (field: number) => void
}

/** Lets a row of fields be dragged by its handle, and others be dropped on it. */
export function useFieldDrag(
  row: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null> | null,
  { id, onDrop }: Drag,
): { readonly isDragged: boolean; readonly isOver: boolean } {
  const [isDragged, setDragged] = useState(false)
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onDrop)
  useEffect(() => {
    const element = row.current
    if (!element) return undefined
    const target = dropTargetForElements({
      element,
      canDrop: ({ source }) => typeof source.data['field'] === 'number' && source.data['field'] !== id,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        take(Number(source.data['field']))
      },
    })
    if (id === null || !handle?.current) return target
    return combine(
      target,
      draggable({
        element,
        dragHandle: handle.current,
        getInitialData: () => ({ field: id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
    )
  }, [row, handle, id])
  return { isDragged, isOver }
}
