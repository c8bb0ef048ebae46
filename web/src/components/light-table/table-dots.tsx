import { useEffect, useRef } from 'react'
import { averageColour } from '../asset-picture/blurhash-colours.ts'
import type { Laid, Rect } from './table-layout.ts'
import { intersects } from './table-layout.ts'
import { partInView, type ViewStore } from './table-view.ts'
import classes from './light-table.module.css'

interface TableDotsProps {
  /** From back to front. */
  readonly painted: readonly Laid[]
  readonly draft: ReadonlyMap<number, Rect> | null
  readonly selected: ReadonlySet<number>
  readonly size: { readonly width: number; readonly height: number }
  readonly view: ViewStore
}

const unknownColour = '#808080'

/** So many pictures that each is small: the average colour of each, drawn in one. */
export function TableDots({ painted, draft, selected, size, view }: TableDotsProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return undefined
    const scale = window.devicePixelRatio
    Object.assign(element, { width: size.width * scale, height: size.height * scale })
    const accent = getComputedStyle(element).getPropertyValue('--mantine-primary-color-filled')
    let frame = 0
    const draw = (): void => {
      frame = 0
      const { x, y, zoom } = view.get()
      const part = partInView(view.get(), size)
      context.setTransform(scale, 0, 0, scale, 0, 0)
      context.clearRect(0, 0, size.width, size.height)
      for (const one of painted) {
        const rect = draft?.get(one.id) ?? one
        if (!intersects(rect, part)) continue
        const [left, top] = [(rect.x - x) * zoom, (rect.y - y) * zoom]
        // A gap of a unit or more stays one, however far away.
        const [width, height] = [Math.max(1, rect.width * zoom), Math.max(1, rect.height * zoom)]
        context.fillStyle = averageColour(one.item.blurhash) ?? unknownColour
        context.fillRect(left, top, width, height)
        if (!selected.has(one.id)) continue
        context.fillStyle = accent
        context.globalAlpha = 0.55
        context.fillRect(left, top, width, height)
        context.globalAlpha = 1
      }
    }
    draw()
    const stop = view.subscribe(() => {
      frame ||= requestAnimationFrame(draw)
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [painted, draft, selected, size, view])
  return <canvas ref={canvas} className={classes.dots} aria-hidden />
}
