import type { Widget, WidgetPlace } from '@cartouche/client'
import { containerSlots } from './page-components.ts'

/** What the outline shows of a page: all that stands in it. */
export interface Outlined {
  readonly children: readonly Widget[]
}

/** Where something stands, or can stand: a slot of a widget, or the page (null). */
export interface Slot {
  readonly owner: number | null
  readonly slot: string
}

/** A line of the outline. */
export type OutlineRow =
  | { readonly kind: 'widget'; readonly widget: Widget; readonly place: Slot; readonly depth: number }
  /** A column, or another part of a widget that has several. */
  | { readonly kind: 'slot'; readonly place: Slot; readonly number: number; readonly depth: number }

/** Slots of a widget that can hold others: none, one, or several. */
type SlotsOf = (widget: Widget) => readonly string[]

/** The page line by line, each widget after what it stands in. */
export function outlineOf(page: Outlined, slotsOf: SlotsOf = containerSlots): readonly OutlineRow[] {
  return rowsOf(page.children, { owner: null, slot: '' }, 0, slotsOf)
}

function rowsOf(widgets: readonly Widget[], place: Slot, depth: number, slotsOf: SlotsOf): OutlineRow[] {
  return widgets.flatMap((widget): OutlineRow[] => {
    const slots = slotsOf(widget)
    const isSplit = slots.length > 1
    const parts = slots.flatMap((slot, at): OutlineRow[] => {
      const inner = { owner: widget.id, slot }
      const below = rowsOf(inSlot(widget, slot, slotsOf), inner, depth + (isSplit ? 2 : 1), slotsOf)
      return isSplit ? [{ kind: 'slot', place: inner, number: at + 1, depth: depth + 1 }, ...below] : below
    })
    return [{ kind: 'widget', widget, place, depth }, ...parts]
  })
}

/** What stands in a slot of a widget; in the first, also what names a slot that there is not. */
export function inSlot(widget: Widget, slot: string, slotsOf: SlotsOf = containerSlots): readonly Widget[] {
  const slots = slotsOf(widget)
  const first = slots[0] ?? ''
  return widget.children.filter((child) => (slots.includes(child.slot) ? child.slot : first) === slot)
}

export const directions = ['up', 'down', 'in', 'out'] as const
export type Direction = (typeof directions)[number]

/**
 * Where a widget goes in a direction: up and down among those beside it, then into the slot before or after;
 * in: into what stands before it; out: behind what it stands in. Undefined where there is no way.
 */
export function moveOf(
  page: Outlined,
  id: number,
  direction: Direction,
  slotsOf: SlotsOf = containerSlots,
): WidgetPlace | undefined {
  const at = find(page, id)
  if (!at) return undefined
  const { widget, owner } = at
  const slots = owner ? slotsOf(owner) : ['']
  const slot = slots.includes(widget.slot) ? widget.slot : (slots[0] ?? '')
  const beside = listOf(page, owner, slot, slotsOf)
  const index = beside.findIndex((one) => one.id === id)
  const before = beside[index - 1]
  if (direction === 'in') {
    const [first] = before ? slotsOf(before) : []
    if (!before || first === undefined) return undefined
    return placeAt(before, first, [...idsOf(inSlot(before, first, slotsOf)), id], slotsOf)
  }
  if (direction === 'out') {
    if (!owner) return undefined
    const above = find(page, owner.id)?.owner
    const outer = slotsFor(above, slotsOf)
    const outerSlot = outer.includes(owner.slot) ? owner.slot : (outer[0] ?? '')
    const list = idsOf(listOf(page, above, outerSlot, slotsOf))
    return placeAt(above, outerSlot, inserted(list, id, list.indexOf(owner.id) + 1), slotsOf)
  }
  const step = direction === 'up' ? -1 : 1
  if (beside[index + step]) return placeAt(owner, slot, inserted(idsOf(beside), id, index + step), slotsOf)
  const next = slots[slots.indexOf(slot) + step]
  if (next === undefined) return undefined
  const list = idsOf(listOf(page, owner, next, slotsOf))
  return placeAt(owner, next, direction === 'up' ? [...list, id] : [id, ...list], slotsOf)
}

/**
 * Where something new, or a widget of the page, comes: behind a widget, or before it; at the end of a slot,
 * or of the page.
 */
export function placeBehind(
  page: Outlined,
  id: number,
  selected: Slot | number | undefined,
  {
    isBefore = false,
    slotsOf = containerSlots,
  }: { readonly isBefore?: boolean; readonly slotsOf?: SlotsOf } = {},
): WidgetPlace {
  const others = idsOf(page.children).filter((one) => one !== id)
  const end = placeAt(undefined, '', [...others, id], slotsOf)
  if (selected === undefined) return end
  if (typeof selected === 'object') {
    const owner = selected.owner === null ? undefined : find(page, selected.owner)?.widget
    if (!owner) return end
    const list = idsOf(inSlot(owner, selected.slot, slotsOf)).filter((one) => one !== id)
    return placeAt(owner, selected.slot, [...list, id], slotsOf)
  }
  const at = find(page, selected)
  if (!at) return end
  const slots = slotsFor(at.owner, slotsOf)
  const slot = slots.includes(at.widget.slot) ? at.widget.slot : (slots[0] ?? '')
  const list = idsOf(listOf(page, at.owner, slot, slotsOf)).filter((one) => one !== id)
  return placeAt(at.owner, slot, inserted(list, id, list.indexOf(selected) + (isBefore ? 0 : 1)), slotsOf)
}

/** A widget with what it stands in; undefined where the page does not have it. */
export function find(
  page: Outlined,
  id: number,
): { readonly widget: Widget; readonly owner: Widget | undefined } | undefined {
  const look = (widgets: readonly Widget[], owner: Widget | undefined): ReturnType<typeof find> => {
    for (const widget of widgets) {
      const found = widget.id === id ? { widget, owner } : look(widget.children, widget)
      if (found) return found
    }
    return undefined
  }
  return look(page.children, undefined)
}

const slotsFor = (owner: Widget | undefined, slotsOf: SlotsOf): readonly string[] =>
  owner ? slotsOf(owner) : ['']

function listOf(page: Outlined, owner: Widget | undefined, slot: string, slotsOf: SlotsOf) {
  return owner ? inSlot(owner, slot, slotsOf) : page.children
}

const idsOf = (widgets: readonly Widget[]): number[] => widgets.map(({ id }) => id)

/** A list with one more, or with one of its own, at a place among the others. */
function inserted(ids: readonly number[], id: number, at: number): number[] {
  return ids.filter((one) => one !== id).toSpliced(at, 0, id)
}

/** The order of all that stands in an owner, with one slot in an order of its own. */
function placeAt(
  owner: Widget | undefined,
  slot: string,
  list: readonly number[],
  slotsOf: SlotsOf,
): WidgetPlace {
  if (!owner) return { owner: null, slot: '', children: list }
  const others = (one: string): number[] =>
    idsOf(inSlot(owner, one, slotsOf)).filter((id) => !list.includes(id))
  const children = slotsOf(owner).flatMap((one) => (one === slot ? list : others(one)))
  return { owner: owner.id, slot, children }
}
