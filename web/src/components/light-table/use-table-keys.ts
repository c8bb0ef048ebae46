import { useWindowEvent } from '@mantine/hooks'
import type { RefObject } from 'react'
import type { SelectionControl } from '../selection/use-selection.ts'
import type { GalleryActions } from '../gallery/gallery.ts'
import { isTyping } from '../gallery/is-typing.ts'
import type { SpaceKey } from './space-key.ts'
import type { Step } from './table-layout.ts'

/** What keys do on a light table. */
export interface KeyedTable {
  readonly root: RefObject<HTMLElement | null>
  readonly selection: SelectionControl
  readonly actions?: GalleryActions | undefined
  readonly openId?: number | undefined
  readonly mayArrange: boolean
  /** Whether arrows move what is selected. */
  readonly isMoveMode: boolean
  readonly onMoveMode: (isOn: boolean, keeps: boolean) => void
  /** The item that has the focus. */
  readonly current: number | null
  /** In reading order. */
  readonly order: readonly number[]
  readonly stepFrom: (id: number, step: Step) => number
  readonly onFocus: (id: number) => void
  /** By units. */
  readonly onNudge: (x: number, y: number) => void
  readonly onResize: (factor: number) => void
  readonly onLayer: (to: 'front' | 'back') => void
  readonly onZoom: (factor: number) => void
  readonly onFit: () => void
  /** All of it, or 100 %. */
  readonly onToggleZoom: () => void
  readonly onUndo: () => boolean
  readonly onRedo: () => boolean
  readonly space: SpaceKey
}

/** Units that an arrow moves, and with Shift. */
const [far, near] = [10, 1] as const
/** How much larger a key makes pictures, and how much nearer it comes. */
const [sizeStep, zoomStep] = [1.1, 1.25] as const
const steps: Readonly<Record<string, { readonly step: Step; readonly x: number; readonly y: number }>> = {
  ArrowLeft: { step: 'left', x: -1, y: 0 },
  ArrowRight: { step: 'right', x: 1, y: 0 },
  ArrowUp: { step: 'up', x: 0, y: -1 },
  ArrowDown: { step: 'down', x: 0, y: 1 },
}

/**
 * The keyboard of a light table. Arrows move the focus in reading order; with Alt, or after M, they move
 * pictures. It listens when the focus is on the table or nowhere.
 */
export function useTableKeys(table: KeyedTable): void {
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || table.openId !== undefined || !isOurs(event, table.root.current)) return
    if (handleKey(event, table)) event.preventDefault()
  })
  useWindowEvent('keyup', (event) => {
    if (event.key !== ' ' || !table.space.release()) return
    if (table.current !== null && isOnItem(table.root.current)) table.selection.toggle(table.current)
  })
  useWindowEvent('blur', () => void table.space.release())
}

function isOurs({ target, key, ctrlKey, metaKey }: KeyboardEvent, root: HTMLElement | null): boolean {
  if (!(target instanceof HTMLElement) || root === null || isTyping(target)) return false
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return false
  // The buttons have keys of their own; what is undone and what is selected is that of the table.
  if (target.closest('[data-table-tools]') !== null && key !== 'Escape' && !ctrlKey && !metaKey) return false
  return root.contains(target) || target === document.body || target.id === 'main'
}

function handleKey(event: KeyboardEvent, table: KeyedTable): boolean {
  const mod = event.ctrlKey || event.metaKey
  const typed = event.key.toLowerCase()
  if (mod && !event.altKey) return handleCommand(event, typed, table)
  const arrow = steps[event.key]
  if (arrow) return handleArrow(event, arrow, table)
  if (handleViewKey(event, table)) return true
  if (table.mayArrange && handleArrangeKey(event, table)) return true
  if (event.key === 'Escape') {
    if (table.isMoveMode) table.onMoveMode(false, false)
    else if (table.selection.selection.ids.size === 0) return false
    else table.selection.clear()
    return true
  }
  if (table.current === null) return false
  return table.actions?.onKey(event, table.current) ?? false
}

function handleCommand(event: KeyboardEvent, typed: string, table: KeyedTable): boolean {
  if (typed === 'z') return event.shiftKey ? table.onRedo() : table.onUndo()
  if (typed === 'y') return table.onRedo()
  if (typed !== 'a') return false
  table.selection.add(table.order)
  return true
}

function handleArrow(
  event: KeyboardEvent,
  { step, x, y }: { readonly step: Step; readonly x: number; readonly y: number },
  table: KeyedTable,
): boolean {
  const { current, order, selection } = table
  if (event.altKey || table.isMoveMode) {
    if (!table.mayArrange) return false
    const by = event.shiftKey ? near : far
    table.onNudge(x * by, y * by)
    return true
  }
  const first = order[0]
  // The first arrow enters the table where it stands.
  const isWithin = table.root.current?.contains(document.activeElement) ?? false
  const from = current ?? first
  if (from === undefined) return false
  const to = isWithin && current !== null ? table.stepFrom(current, step) : from
  if (event.shiftKey) selection.add([from, to])
  table.onFocus(to)
  return true
}

function handleViewKey(event: KeyboardEvent, table: KeyedTable): boolean {
  const { order, root, space } = table
  const edge = event.key === 'Home' ? order[0] : event.key === 'End' ? order.at(-1) : undefined
  if (edge !== undefined) table.onFocus(edge)
  else if (event.key === '+' || event.key === '=') table.onZoom(zoomStep)
  else if (event.key === '-') table.onZoom(1 / zoomStep)
  else if (event.key.toLowerCase() === 'z') table.onToggleZoom()
  else if (event.key === ' ') space.press()
  // On a picture, 0 takes its stars away, as everywhere.
  else if (event.key === '0' && !isOnItem(root.current)) table.onFit()
  else return false
  return true
}

function handleArrangeKey(event: KeyboardEvent, table: KeyedTable): boolean {
  if (event.key.toLowerCase() === 'm') table.onMoveMode(!table.isMoveMode, true)
  else if (event.key === 'Enter' && table.isMoveMode) table.onMoveMode(false, true)
  else if (event.key === ']') table.onResize(sizeStep)
  else if (event.key === '[') table.onResize(1 / sizeStep)
  else if (event.key === 'PageUp') table.onLayer('front')
  else if (event.key === 'PageDown') table.onLayer('back')
  else return false
  return true
}

/** Whether the focus is on a picture. */
function isOnItem(root: HTMLElement | null): boolean {
  return (
    root?.contains(document.activeElement) === true && document.activeElement?.closest('[data-item]') !== null
  )
}
