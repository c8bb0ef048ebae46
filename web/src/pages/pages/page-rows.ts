import { nameFilter, type PageRecord } from '@cartouche/client'

/** Where a page is on its way; `changed`: published, with a working copy beside it. */
export const pageStates = ['draft', 'submitted', 'published', 'changed', 'archived'] as const
export type PageState = (typeof pageStates)[number]

/** A page in the list, with what was made of it. */
export interface PageRow {
  readonly page: PageRecord
  readonly state: PageState
  /** The draft that is to take its place. */
  readonly copy: PageRecord | undefined
  /** What was published before, the latest first. */
  readonly versions: readonly PageRecord[]
  /** How many pages it stands below. */
  readonly depth: number
  /** Whether other pages stand below it. */
  readonly hasBelow: boolean
}

/** By the number of their status. @source data-layer §9 */
const stateOfStatus: ReadonlyMap<number, PageState> = new Map([
  [1, 'draft'],
  [2, 'submitted'],
  [6, 'published'],
  [9, 'archived'],
])

/** Where a page is on its way, by itself. */
export function stateOf({ status }: PageRecord): PageState {
  return stateOfStatus.get(status?.id ?? 1) ?? 'draft'
}

/**
 * The pages as a list of a tree: each below its parent, by name. Working copies and earlier versions stand
 * with the page that they are of, or by themselves where that is not there. A page in a circle stands once.
 */
export function pageRows(pages: readonly PageRecord[]): readonly PageRow[] {
  const ids = new Set(pages.map(({ id }) => id))
  const originalOf = ({ id, copietravail }: PageRecord): number | undefined =>
    copietravail && copietravail.id !== id && ids.has(copietravail.id) ? copietravail.id : undefined
  const copies = Map.groupBy(pages, originalOf)
  const shown = (copies.get(undefined) ?? []).toSorted((one, other) => one.name.localeCompare(other.name))
  const below = Map.groupBy(shown, ({ parent }) => (parent && ids.has(parent.id) ? parent.id : undefined))
  const placed = new Set<number>()
  const rowsOf = (some: readonly PageRecord[], depth: number): PageRow[] =>
    some.flatMap((page) => {
      if (placed.has(page.id)) return []
      placed.add(page.id)
      const children = below.get(page.id) ?? []
      const row = { page, depth, hasBelow: children.length > 0, ...madeOf(page, copies.get(page.id) ?? []) }
      return [row, ...rowsOf(children, depth + 1)]
    })
  // Those that no way from the top leads to come last, at the top.
  return [...rowsOf(below.get(undefined) ?? [], 0), ...rowsOf(shown, 0)]
}

function madeOf(page: PageRecord, made: readonly PageRecord[]): Pick<PageRow, 'state' | 'copy' | 'versions'> {
  const copy = made.find((one) => stateOf(one) === 'draft' || stateOf(one) === 'submitted')
  const versions = made
    .filter((one) => stateOf(one) === 'archived')
    .toSorted((one, other) => other.version - one.version || other.id - one.id)
  const own = stateOf(page)
  return { state: own === 'published' && copy ? 'changed' : own, copy, versions }
}

/** Those of a name or address and of a state, as a flat list where something is looked for. */
export function selectRows(
  rows: readonly PageRow[],
  { name, state }: { readonly name: string; readonly state: PageState | undefined },
): readonly PageRow[] {
  if (name.trim() === '' && state === undefined) return rows
  const matches = nameFilter(name)
  return rows
    .filter((row) => state === undefined || row.state === state)
    .filter(({ page }) => matches(page.name) || matches(page.path))
    .map((row) => ({ ...row, depth: 0 }))
}

/** What can be done with a page from the list. */
export const pageActs = [
  'edit',
  'view',
  'rename',
  'publish',
  'share',
  'schedule',
  'unpublish',
  'restore',
  'discard',
  'delete',
] as const
export type PageAct = (typeof pageActs)[number]

/** What somebody with these grants may do with a page where it is now; the server decides again. */
export function actsOn({ state, page, copy }: PageRow, can: (grant: string) => boolean): readonly PageAct[] {
  const isOpen = state === 'draft' || state === 'submitted'
  const isPublished = state === 'published' || state === 'changed'
  const may: Readonly<Record<PageAct, boolean>> = {
    edit: can('page/update') && (isOpen || copy !== undefined || (isPublished && can('page/create'))),
    view: isPublished && page.path !== '',
    rename: isOpen && can('page/update'),
    publish: (isOpen || copy !== undefined) && can('page/validate'),
    share: state !== 'archived' && page.path !== '' && can('page/share'),
    schedule: state !== 'archived' && (can('page/validate') || can('page/unpublish')),
    unpublish: isPublished && can('page/unpublish'),
    restore: state === 'archived' && can('page/restore'),
    discard: copy !== undefined && can('page/delete'),
    delete: can('page/delete'),
  }
  return pageActs.filter((act) => may[act])
}
