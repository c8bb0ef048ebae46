import type { EntityData } from '@cartouche/contract/wire'
import type { Client } from '../client.ts'
import { ClientError } from '../failure.ts'
import { createCell, type Readable } from '../store/keyed-store.ts'

/** A few hits of a cursor around one of them: a page with previous and next. */
export interface SlidingWindowSnapshot {
  /** Place of the hit in the middle; -1 while there is none. */
  readonly index: number
  readonly entity: EntityData | null
  /** Hits around it, in order, with the place of the first. */
  readonly data: readonly EntityData[]
  readonly from: number
  readonly size: number
  readonly total: number
  readonly hasPrevious: boolean
  readonly hasNext: boolean
}

/** A window that slides over a cursor. */
export interface SlidingWindow extends Readable<SlidingWindowSnapshot> {
  /** Moves to a place; one that is beyond what is loaded, once it is. */
  goTo(index: number): void
  /** Moves to the hit with an id; answers whether it is among those that are loaded. */
  goToId(id: number): boolean
  move(by: number): void
}

/**
 * Opens a window over the hits of a cursor; pages are loaded before it reaches their end. `size`: hits before
 * and after the middle, clamped to 1 and half of the cursor's `max`.
 * @throws cursor_unknown
 * @source data-layer §5, §9: sliding window
 */
export function openSlidingWindow(
  { cursors }: Pick<Client, 'cursors'>,
  cursorName: string,
  size = 3,
): SlidingWindow {
  if (cursors.get(cursorName).status === 'unknown')
    throw new ClientError('cursor_unknown', { name: cursorName })
  const { max } = cursors.get(cursorName).definition
  const radius = Math.max(1, Math.min(Math.floor(size), Math.floor(max / 2)))
  let index = 0
  const view = (): SlidingWindowSnapshot => {
    const { list, total, hasNext } = cursors.get(cursorName)
    const at = Math.min(index, list.length - 1)
    const from = Math.max(0, at - radius)
    const data = Array.from(
      { length: Math.max(0, Math.min(list.length, at + radius + 1) - from) },
      (_place, offset) => list.at(from + offset),
    ).flatMap((entity) => entity ?? [])
    return {
      index: at,
      entity: list.at(at) ?? null,
      data,
      from,
      size: radius,
      total,
      hasPrevious: at > 0,
      hasNext: at >= 0 && (at + 1 < list.length || hasNext),
    }
  }
  const cell = createCell(view())
  let listeners = 0
  let stop = (): void => undefined
  const read = (): SlidingWindowSnapshot => {
    const [before, now] = [cell.get(), view()]
    const isSame =
      before.index === now.index &&
      before.total === now.total &&
      before.hasNext === now.hasNext &&
      before.data.length === now.data.length &&
      before.data.every((entity, place) => entity === now.data[place])
    if (!isSame) cell.set(now)
    return cell.get()
  }
  const look = (): void => {
    read()
    const { list, hasNext, status } = cursors.get(cursorName)
    if (status === 'loaded' && hasNext && index + radius >= list.length)
      void cursors.next(cursorName).catch(() => undefined)
  }
  const goTo = (wanted: number): void => {
    const { total, list } = cursors.get(cursorName)
    index = Math.max(0, Math.min(wanted, Math.max(total, list.length) - 1))
    look()
  }
  return {
    get: read,
    goTo,
    move: (by) => goTo(index + by),
    // It follows its cursor while somebody listens: whoever only made it has nothing to end.
    subscribe(listener) {
      if (listeners++ === 0) stop = cursors.subscribe(cursorName, look)
      look()
      const stopHearing = cell.subscribe(listener)
      return () => {
        stopHearing()
        if (--listeners === 0) stop()
      }
    },
    goToId(id) {
      const { list } = cursors.get(cursorName)
      for (let place = 0; place < list.length; place++)
        if (list.at(place)?.id === id) {
          goTo(place)
          return true
        }
      return false
    },
  }
}
