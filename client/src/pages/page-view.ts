import { partPath, type PartStep } from '@cartouche/contract/wire'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { keepEqual } from '../store/keep-equal.ts'
import { openConflicts, type PageConflict } from './page-conflicts.ts'
import { pagePart, type PageContents, type Placement } from './page-contents.ts'
import { dirtyValues, isBaseCurrent, shownPlacement } from './page-edits.ts'
import type { PageFile, PageRecord, WidgetRecord } from './page-record.ts'
import type { PageState } from './page-state.ts'

/** What pages and widgets have in common. */
export interface Part {
  /** Its own step of a path: `clubwedwidget_7`. */
  readonly componentUid: string
  /** Its path from the page on, which names the place for what stands in it. */
  readonly componentFullUid: string
  /** Whether something of it, or what stands in it, was edited and is not saved. */
  readonly dirty: boolean
  readonly children: readonly Widget[]
  readonly attachments: readonly PageFile[]
}

/** A widget as it is shown, with what stands in it. @source data-layer §3 CMS page */
export interface Widget extends WidgetRecord, Part {}
/** A page as it is shown. @source data-layer §3 CMS page */
export interface Page extends PageRecord, Part {}

/** One page, or one component: what the server holds, under what was edited and is not saved yet. */
export interface PageSnapshot {
  /** `resolving` the first time, then `fetching`; `loaded`, or `error`. */
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly hasData: boolean
  /** Null for a component, and before it was read. */
  readonly page: Page | null
  /** The master of a component; null for a page. */
  readonly component: Widget | null
  /** Whether anything is not saved. */
  readonly isDirty: boolean
  /** Whether something is being written. */
  readonly isWriting: boolean
  /** Why the last write failed: what it was to save is still there, and not saved. */
  readonly writeError: Failure | null
  /**
   * What is not saved and somebody else changed as well since it was edited: nothing is saved before each is
   * resolved.
   */
  readonly conflicts: readonly PageConflict[]
  readonly canUndo: boolean
  readonly canRedo: boolean
}

/** What is shown of a page. What did not change stays the same object as in the snapshot before. */
export function viewPage(state: PageState, before?: PageSnapshot): PageSnapshot {
  const { base, root, status, error, writeError, jobs, past, future } = state
  const shown = base ? showContents(base, root, state) : { page: null, component: null, isDirty: false }
  return {
    status,
    error,
    hasData: base !== null,
    page: keepEqual(before?.page, shown.page),
    component: keepEqual(before?.component, shown.component),
    isDirty: shown.isDirty,
    isWriting: jobs.some(({ work }) => work.kind !== 'read'),
    writeError,
    conflicts: keepEqual(before?.conflicts, openConflicts(state)),
    canUndo: base !== null && past.length > 0,
    canRedo: base !== null && future.length > 0,
  }
}

type Shown = Pick<PageSnapshot, 'page' | 'component' | 'isDirty'>

function showContents(base: PageContents, root: PartStep, state: PageState): Shown {
  const { unsaved } = state
  const placement = shownPlacement(base, unsaved)
  const values = new Map<number, Record<string, unknown>>()
  for (const { part, field, value } of unsaved)
    if (field !== 'children') values.set(part, { ...values.get(part), [field]: value })
  const unlike = isBaseCurrent(state) ? dirtyValues(base, unsaved, placement) : unsaved
  const dirty = new Set(unlike.map(({ part }) => part))
  const build: Build = { base, placement, values, dirty }
  const isDirty = dirty.size > 0
  if (root.resource === 'page') return { page: showPage(build), component: null, isDirty }
  return { page: null, component: showWidget(build, root.id, '') ?? null, isDirty }
}

interface Build {
  readonly base: PageContents
  readonly placement: Placement
  readonly values: ReadonlyMap<number, Record<string, unknown>>
  readonly dirty: ReadonlySet<number>
}

function showPage(build: Build): Page | null {
  const { page } = build.base
  if (!page) return null
  const componentUid = partPath({ resource: 'page', id: page.id })
  return { ...page, ...build.values.get(pagePart), ...showPart(build, pagePart, componentUid), componentUid }
}

function showWidget(build: Build, id: number, parent: string): Widget | undefined {
  const widget = build.base.widgets.get(id)
  if (!widget) return undefined
  const step: PartStep = { resource: 'pagewidget', id }
  return {
    ...widget,
    ...build.values.get(id),
    parent,
    ...showPart(build, id, partPath(step, parent)),
    componentUid: partPath(step),
  }
}

function showPart(build: Build, part: number, path: string): Omit<Part, 'componentUid'> {
  const { base, placement, dirty } = build
  return {
    componentFullUid: path,
    dirty: dirty.has(part),
    children: (placement.get(part) ?? []).flatMap((id) => showWidget(build, id, path) ?? []),
    attachments: (base.files.get(part) ?? []).map((file) => ({ ...file, parent: path })),
  }
}
