import type { PartStep } from '@cartouche/contract/wire'
import type { Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import type { PageContents } from './page-contents.ts'
import type { PageFile, PageRecord, Props, WidgetRecord } from './page-record.ts'

/** What can be edited of widgets and pages. */
export interface PartValues {
  readonly name?: string
  /** The address of a page. */
  readonly path?: string
  /** Whether a page is open to everybody once it is published. */
  readonly public?: boolean
  readonly slot?: string
  readonly value?: string | null
  readonly props?: Props
  /** Texts in other languages. */
  readonly translations?: Props
  readonly position?: number
  readonly enabled?: boolean
  /** Ids of the widgets that stand there, in order: see `place`. */
  readonly children?: readonly number[]
}
export type PartField = keyof PartValues

/** Whether a field holds values by name, each of which is a value of its own. */
export function isNamedValues(field: PartField): field is 'props' | 'translations' {
  return field === 'props' || field === 'translations'
}

/** A value that was edited and not saved yet. */
export interface UnsavedValue {
  /** Id of a widget, or `pagePart`. */
  readonly part: number
  readonly field: PartField
  readonly value: unknown
  /** Number of the edit that set it: what a save has written is known by it, never by what it looks like. */
  readonly edit: number
}

/** A value that both this person and another one changed, and about which nobody has decided yet. */
export interface ContestedValue {
  readonly part: number
  readonly field: PartField
  /** Name of the property, where the field is `props` or `translations`. */
  readonly property: string | null
  /** What it was before both. */
  readonly base: unknown
}

/** What one edit did to one value. */
export interface ValueChange {
  readonly part: number
  readonly field: PartField
  readonly before: unknown
  readonly after: unknown
}
export type Edit = readonly ValueChange[]

/** What somebody wants of a page. One work is done after the other, reads last. */
export type PageWork =
  | { readonly kind: 'read' | 'save' | 'publish' }
  | { readonly kind: 'assign'; readonly owner: number; readonly ids: readonly number[] }
  | { readonly kind: 'sort'; readonly ids: readonly number[] }
  | { readonly kind: 'delete'; readonly id: number }
  | { readonly kind: 'attach'; readonly owner: number; readonly name: string; readonly file: File }

/** A change of one part, as it is sent. */
export interface PartWrite {
  readonly kind: 'write'
  readonly part: number
  /** What it is based on. */
  readonly $version: number | undefined
  readonly values: Omit<PartValues, 'children'>
  readonly sent: readonly UnsavedValue[]
}

/** One request to the server. */
export type PageRequest =
  | { readonly kind: 'read' | 'publish' }
  | PartWrite
  | {
      readonly kind: 'assign'
      readonly owner: number
      readonly ids: readonly number[]
      readonly sent: readonly UnsavedValue[]
    }
  | Extract<PageWork, { kind: 'sort' | 'delete' | 'attach' }>

/** What a request is answered by. */
export type PageAnswer =
  | { readonly kind: 'read'; readonly contents: PageContents }
  | { readonly kind: 'write'; readonly record: PageRecord | WidgetRecord }
  | { readonly kind: 'assign'; readonly ids: readonly number[] }
  | { readonly kind: 'attach'; readonly file: PageFile }
  | { readonly kind: 'sort' | 'delete' | 'publish' }

/** Work that is under way or waits. */
export interface PageJob {
  readonly work: PageWork
  readonly waiters: readonly number[]
  /** What is still to be asked, the first under way; `plan` becomes the writes of what is unsaved by then. */
  readonly steps: readonly (PageRequest | { readonly kind: 'plan' })[] | null
  /** All that was wanted is written: what follows reads it again. */
  readonly isWritten: boolean
}

/** All that is known of one page, or of one component: plain data. */
export interface PageState {
  readonly root: PartStep
  readonly status: LoadStatus
  /** Why the last read failed. */
  readonly error: Failure | null
  /** Why the last write failed; what it was to save is unsaved still. */
  readonly writeError: Failure | null
  readonly base: PageContents | null
  readonly unsaved: readonly UnsavedValue[]
  readonly past: readonly Edit[]
  readonly future: readonly Edit[]
  readonly lastEdit: number
  /** Nothing is saved before these are decided. */
  readonly contested: readonly ContestedValue[]
  /** What was sent and got no answer: where the server holds it now, nobody else wrote it. */
  readonly unheard: readonly UnsavedValue[]
  /** Whether what we asked for ourselves may have changed who stands where since the last read. */
  readonly isOrderUnheard: boolean
  readonly jobs: readonly PageJob[]
  /** Number of the request that is under way. */
  readonly running: number | null
  readonly lastRequest: number
  /** Something was written whose outcome is not known in full: what is saved next begins with reading. */
  readonly needsRead: boolean
}

/** Values of one part that are edited. */
export interface PartEdit {
  readonly part: number
  readonly values: PartValues
}

export type PageEvent =
  | { readonly type: 'ask'; readonly work: PageWork; readonly waiter?: number }
  | {
      readonly type: 'edit'
      readonly part: number
      readonly values: PartValues
      /** What belongs to the same step: it is undone with it. */
      readonly also?: PartEdit
    }
  | { readonly type: 'undo' | 'redo' | 'discard' | 'forget' }
  | {
      readonly type: 'resolve'
      readonly values: readonly Omit<ContestedValue, 'base'>[]
      readonly choice: 'mine' | 'theirs'
    }
  | { readonly type: 'answered'; readonly request: number; readonly answer: PageAnswer }
  | { readonly type: 'failed'; readonly request: number; readonly error: Failure }

export type PageEffect =
  | { readonly type: 'send'; readonly id: number; readonly request: PageRequest }
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'settle'; readonly waiters: readonly number[]; readonly error: Failure | null }
  /** These widgets are gone, and with them what was edited of them. */
  | { readonly type: 'dropped'; readonly parts: readonly number[] }

export interface PageStep {
  readonly state: PageState
  readonly effects: readonly PageEffect[]
}

/** A page that nobody asked for yet. */
export function newPage(root: PartStep): PageState {
  return {
    root,
    status: 'unknown',
    error: null,
    writeError: null,
    base: null,
    unsaved: [],
    past: [],
    future: [],
    lastEdit: 0,
    contested: [],
    unheard: [],
    isOrderUnheard: false,
    jobs: [],
    running: null,
    lastRequest: 0,
    needsRead: false,
  }
}
