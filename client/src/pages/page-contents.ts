import { partSteps, type PartStep } from '@cartouche/contract/wire'
import type { PageFile, PageRecord, WidgetRecord } from './page-record.ts'

/** The page itself, where parts are named by the id of a widget; in a component, what its master is in. */
export const pagePart = 0

/** Ids of widgets by what they stand in, in order. */
export type Placement = ReadonlyMap<number, readonly number[]>

/** What the server holds of a page, or of a component, as it was read last. */
export interface PageContents {
  /** Null for a component. */
  readonly page: PageRecord | null
  readonly widgets: ReadonlyMap<number, WidgetRecord>
  readonly children: Placement
  /** Files by what they belong to. */
  readonly files: ReadonlyMap<number, readonly PageFile[]>
}

/** What was read of a page, put together. Widgets stand in order of their position, then of their id. */
export function contentsOf(
  page: PageRecord | null,
  widgets: readonly WidgetRecord[],
  files: readonly PageFile[],
): PageContents {
  const inOrder = widgets.toSorted((one, other) => one.position - other.position || one.id - other.id)
  return {
    page,
    widgets: new Map(inOrder.map((widget) => [widget.id, widget])),
    children: mapValues(groupBy(inOrder, ownerOf), (own) => own.map(({ id }) => id)),
    files: groupBy(
      files.toSorted((one, other) => one.id - other.id),
      fileOwnerOf,
    ),
  }
}

function ownerOf({ parent }: WidgetRecord): number {
  return partId(partSteps(parent)?.at(-1))
}

/** What a file belongs to: the widget at the end of its path, else the page. */
function fileOwnerOf({ parent }: PageFile): number {
  return partId(partSteps(parent)?.at(-1))
}

function partId(step: PartStep | undefined): number {
  return step?.resource === 'pagewidget' ? step.id : pagePart
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => number): Map<number, Item[]> {
  const groups = new Map<number, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

function mapValues<From, To>(map: ReadonlyMap<number, From>, change: (value: From) => To): Map<number, To> {
  return new Map([...map].map(([key, value]) => [key, change(value)]))
}

/**
 * Widgets where an order puts them: those that are named stand in their owner first; what stood there and is
 * not named stays, after them, as the server has it. What is not there, and what would stand in itself, stays
 * where it is.
 * @source decision 0163: assigning widgets names an order
 */
export function place(children: Placement, owner: number, named: readonly number[]): Placement {
  const parents = parentsOf(children)
  const isThere = (id: number): boolean => id === pagePart || parents.has(id)
  if (!isThere(owner)) return children
  const above = new Set(ancestorsOf(parents, owner))
  const moved = new Set(named.filter((id) => isThere(id) && id !== pagePart && !above.has(id)))
  const next = new Map(children)
  for (const id of moved) {
    const from = parents.get(id) ?? pagePart
    next.set(
      from,
      (next.get(from) ?? []).filter((child) => child !== id),
    )
  }
  return next.set(owner, [...moved, ...(next.get(owner) ?? [])])
}

/** What each widget stands in. */
export function parentsOf(children: Placement): ReadonlyMap<number, number> {
  return new Map([...children].flatMap(([owner, ids]) => ids.map((id) => [id, owner] as const)))
}

/** A part and all that it stands in, the nearest first. */
export function ancestorsOf(parents: ReadonlyMap<number, number>, part: number): readonly number[] {
  const found: number[] = []
  for (
    let at: number | undefined = part;
    at !== undefined && at !== pagePart && !found.includes(at);
    at = parents.get(at)
  )
    found.push(at)
  return found
}

/** A widget and all that stands in it. */
export function withBelow(children: Placement, id: number): ReadonlySet<number> {
  const found = new Set([id])
  for (const part of found) for (const child of children.get(part) ?? []) found.add(child)
  return found
}

/** What is left when widgets are gone. */
export function without(contents: PageContents, gone: ReadonlySet<number>): PageContents {
  const left = <Value>(map: ReadonlyMap<number, Value>): Map<number, Value> =>
    new Map([...map].filter(([id]) => !gone.has(id)))
  return {
    page: contents.page,
    widgets: left(contents.widgets),
    files: left(contents.files),
    children: mapValues(left(contents.children), (ids) => ids.filter((id) => !gone.has(id))),
  }
}

/** A file in the place of the one with its id, or beside the others. */
export function withFile(contents: PageContents, file: PageFile): PageContents {
  const owner = fileOwnerOf(file)
  const known = contents.files.get(owner) ?? []
  const others = known.filter(({ id }) => id !== file.id)
  return { ...contents, files: new Map(contents.files).set(owner, [...others, file]) }
}
