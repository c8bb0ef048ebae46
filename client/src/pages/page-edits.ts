import { keepEqual } from '../store/keep-equal.ts'
import { pagePart, place, type PageContents, type Placement } from './page-contents.ts'
import type { PageRecord, WidgetRecord } from './page-record.ts'
import type {
  Edit,
  PageState,
  PartField,
  PartValues,
  PartWrite,
  PageRequest,
  UnsavedValue,
} from './page-state.ts'

/** Steps that can be undone. */
const maxPast = 200

/** Whether two values say the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return keepEqual(one, other) === one
}

/** Where widgets stand with what is not saved. */
export function shownPlacement(base: PageContents, unsaved: readonly UnsavedValue[]): Placement {
  const ordered = unsaved.filter(({ field }) => field === 'children')
  const placed = ordered.reduce(
    (children, { part, value }) => place(children, part, value as readonly number[]),
    base.children,
  )
  const positions = new Map(
    unsaved.flatMap(({ part, field, value }) => (field === 'position' ? [[part, Number(value)]] : [])),
  )
  if (positions.size === 0) return placed
  const reordered = new Set(ordered.map(({ part }) => part))
  return new Map(
    [...placed].map(([owner, ids]) => {
      if (!ids.some((id) => positions.has(id))) return [owner, ids]
      // An order that was edited counts as positions from 1, as it will when it is saved.
      const positionOf = (id: number, at: number): number =>
        positions.get(id) ?? (reordered.has(owner) ? at + 1 : (base.widgets.get(id)?.position ?? 0))
      const keys = new Map(ids.map((id, at) => [id, positionOf(id, at)]))
      return [owner, ids.toSorted((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0))]
    }),
  )
}

/** What the server holds of a part, as it was read last; undefined where there is no such part. */
export function recordOf(base: PageContents, part: number): PageRecord | WidgetRecord | undefined {
  return part === pagePart ? (base.page ?? undefined) : base.widgets.get(part)
}

function valueOf(record: PageRecord | WidgetRecord | undefined, field: PartField): unknown {
  return (record as Readonly<Record<string, unknown>> | undefined)?.[field]
}

/** A value as the server holds it. */
export function baseValue(base: PageContents, part: number, field: PartField): unknown {
  return field === 'children' ? (base.children.get(part) ?? []) : valueOf(recordOf(base, part), field)
}

/** A value as it is shown. */
export function shownValue({ base, unsaved }: PageState, part: number, field: PartField): unknown {
  if (!base) return undefined
  if (field === 'children') return shownPlacement(base, unsaved).get(part) ?? []
  const edited = unsaved.find((one) => one.part === part && one.field === field)
  return edited ? edited.value : baseValue(base, part, field)
}

/** What an edit changes, in this part and, where widgets come from elsewhere, in others. */
export function changesOf(state: PageState, part: number, values: PartValues): Edit {
  const { base, unsaved } = state
  if (!base || !recordOf(base, part)) return []
  const { children, ...own } = values
  const simple = Object.entries(own).map(([name, after]) => {
    const field = name as PartField
    return { part, field, before: shownValue(state, part, field), after: after as unknown }
  })
  return [...simple, ...(children ? moves(shownPlacement(base, unsaved), part, children) : [])].filter(
    ({ before, after }) => !isSame(before, after),
  )
}

function moves(before: Placement, owner: number, named: readonly number[]): Edit {
  const after = place(before, owner, named)
  return [...after.keys()].map((part) => ({
    part,
    field: 'children',
    before: before.get(part) ?? [],
    after: after.get(part) ?? [],
  }))
}

/** Sets values, each over what was unsaved of it. */
function setValues(state: PageState, values: readonly Omit<UnsavedValue, 'edit'>[]): PageState {
  const edit = state.lastEdit + 1
  const isSet = (one: UnsavedValue): boolean =>
    values.some(({ part, field }) => part === one.part && field === one.field)
  return {
    ...state,
    lastEdit: edit,
    unsaved: [...state.unsaved.filter((one) => !isSet(one)), ...values.map((one) => ({ ...one, edit }))],
  }
}

/** Makes an edit. */
export function makeEdit(state: PageState, edit: Edit): PageState {
  if (edit.length === 0) return state
  const next = setValues(
    state,
    edit.map(({ part, field, after }) => ({ part, field, value: after })),
  )
  return withoutUnchanged({ ...next, past: [...state.past, edit].slice(-maxPast), future: [] })
}

/** Takes the last edit back, or makes one again that was taken back. */
export function stepBack(state: PageState, type: 'undo' | 'redo'): PageState {
  const edit = (type === 'undo' ? state.past : state.future).at(-1)
  if (!edit || !state.base) return state
  const { base } = state
  const values = edit
    .filter(({ part }) => recordOf(base, part))
    .map(({ part, field, before, after }) => ({ part, field, value: type === 'undo' ? before : after }))
  const next = setValues(state, values)
  return withoutUnchanged(
    type === 'undo'
      ? { ...next, past: state.past.slice(0, -1), future: [...state.future, edit] }
      : { ...next, past: [...state.past, edit], future: state.future.slice(0, -1) },
  )
}

/**
 * Whether the server holds what was read of it last. While something is being written, and after a write
 * without an answer until the page was read, it may hold another thing.
 */
export function isBaseCurrent({ needsRead, jobs }: PageState): boolean {
  return !needsRead && jobs.every(({ work }) => work.kind === 'read')
}

/** Without what says the same as the server. */
export function withoutUnchanged(state: PageState): PageState {
  const { base, unsaved } = state
  if (!base || !isBaseCurrent(state)) return state
  const left = dirtyValues(base, unsaved, shownPlacement(base, unsaved))
  return left.length === unsaved.length ? state : { ...state, unsaved: left }
}

/** The writes that save what is not saved: values first, then who stands where. */
export function planSave({ base, unsaved }: PageState): readonly PageRequest[] {
  if (!base) return []
  const placement = shownPlacement(base, unsaved)
  const dirty = dirtyValues(base, unsaved, placement)
  const parts = [...new Set(dirty.map(({ part }) => part))]
  const writes = parts.flatMap((part): PartWrite[] => {
    const sent = dirty.filter((one) => one.part === part && one.field !== 'children')
    const values = Object.fromEntries(sent.map(({ field, value }) => [field, value])) as PartWrite['values']
    return sent.length === 0
      ? []
      : [{ kind: 'write', part, $version: recordOf(base, part)?.$version, values, sent }]
  })
  const assignments = parts.flatMap((part): PageRequest[] => {
    const sent = dirty.filter((one) => one.part === part && one.field === 'children')
    return sent.length === 0 ? [] : [{ kind: 'assign', owner: part, ids: placement.get(part) ?? [], sent }]
  })
  return [...writes, ...assignments]
}

/** What is not saved and differs from what the server holds. */
export function dirtyValues(
  base: PageContents,
  unsaved: readonly UnsavedValue[],
  placement: Placement,
): readonly UnsavedValue[] {
  return unsaved.filter(({ part, field, value }) =>
    field === 'children'
      ? !isSame(base.children.get(part) ?? [], placement.get(part) ?? [])
      : !isSame(baseValue(base, part, field), value),
  )
}

/** What is left of the unsaved values when some were written: what was set again since then stays. */
export function afterWrite(
  unsaved: readonly UnsavedValue[],
  sent: readonly UnsavedValue[],
): readonly UnsavedValue[] {
  return unsaved.filter(
    (one) =>
      !sent.some(({ part, field, edit }) => one.part === part && one.field === field && one.edit === edit),
  )
}
