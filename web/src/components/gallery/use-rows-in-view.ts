import { useDeferredValue, useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { ScrollPace } from './scroll-pace.ts'

interface Given {
  readonly scroller: RefObject<HTMLElement | null>
  /** Rows in all. */
  readonly count: number
  /** The rows that can be seen at a place of the scroller, px. */
  readonly spanAt: (topPx: number) => { readonly first: number; readonly last: number }
  /** Rows before and after those in view that are kept ready. */
  readonly rowsAround: number
  /** A row that stays in the page wherever it is. */
  readonly kept: number
  readonly pace: ScrollPace
}

interface RowsInView {
  /** Indexes of the rows to render, rising. */
  readonly rendered: readonly number[]
  /** The last row that can be seen. */
  readonly last: number
}

/**
 * Which rows of a wall or table are in the page. Those in view come at once; their neighbours, and the going
 * of those that went, are left for when there is time, so that no frame has to make and unmake many rows.
 * @source measured: a jump over the list was one task of 25 ms of work, half of it for rows that nobody saw
 */
export function useRowsInView({
  scroller,
  count,
  spanAt,
  rowsAround,
  kept: reused,
  pace,
}: Given): RowsInView {
  // The last place at which other rows were in view than at the one before.
  const [top, setTop] = useState(0)
  const { first, last } = spanAt(top)
  const look = useEffectEvent((place: number) => {
    const next = spanAt(place)
    if (next.first !== first || next.last !== last) setTop(place)
  })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const onScroll = ({ timeStamp }: Event): void => {
      const { scrollTop } = element
      pace.note(scrollTop, timeStamp)
      look(scrollTop)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scroller, pace])
  const around = { first: useDeferredValue(first), last: useDeferredValue(last) }
  const indexes = new Set([reused])
  for (let index = first; index <= last; index++) indexes.add(index)
  for (let index = around.first - rowsAround; index <= around.last + rowsAround; index++) indexes.add(index)
  return {
    rendered: [...indexes].filter((index) => index >= 0 && index < count).toSorted((a, b) => a - b),
    last,
  }
}
