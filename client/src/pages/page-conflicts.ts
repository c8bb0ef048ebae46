import { pagePart, type PageContents } from './page-contents.ts'
import {
  baseValue,
  changesOf,
  isSame,
  makeEdit,
  recordOf,
  shownPlacement,
  shownValue,
  withoutUnchanged,
} from './page-edits.ts'
import type { Props } from './page-record.ts'
import {
  isNamedValues,
  type ContestedValue,
  type Edit,
  type PageState,
  type PartField,
  type PartValues,
  type UnsavedValue,
} from './page-state.ts'

/** A value that two people changed: what it was, what this person edited, what somebody else has saved. */
export interface PageConflict {
  /** Id of the widget; null for the page itself. */
  readonly widget: number | null
  readonly field: PartField
  /** Name of the property, where the field is `props` or `translations`; one conflict for each property. */
  readonly property: string | null
  /** What it was before both; undefined for a property that was not set. */
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
  /** When the widget, or the page, was changed last, ISO 8601; null where the server does not say. */
  readonly at: string | null
}

/** A value by itself: a field of a part, or one of its properties. */
type Leaf = Omit<ContestedValue, 'base'>

/**
 * What both changed. `mine` are edits over `base`; what only one of both changed, and what both changed to
 * the same, is none. Orders conflict where both moved widgets that both have.
 */
export function conflictsOf(
  base: PageContents,
  mine: readonly Omit<UnsavedValue, 'edit'>[],
  theirs: PageContents,
): readonly PageConflict[] {
  const edited = mine.map((one) => ({ ...one, edit: 0 }))
  return contestedOf(base, edited, theirs).map((one) => ({
    widget: one.part === pagePart ? null : one.part,
    field: one.field,
    property: one.property,
    base: one.base,
    mine: leafOf(valueIn(base, edited, one), one),
    theirs: leafOf(baseValue(theirs, one.part, one.field), one),
    at: recordOf(theirs, one.part)?.modifiedat ?? null,
  }))
}

function contestedOf(
  base: PageContents,
  mine: readonly UnsavedValue[],
  theirs: PageContents,
): readonly ContestedValue[] {
  return mine
    .filter(({ part }) => recordOf(base, part) && recordOf(theirs, part))
    .flatMap((one): readonly ContestedValue[] =>
      one.field === 'children'
        ? contestedOrder(base, mine, theirs, one.part)
        : contestedValues(base, one, theirs),
    )
}

function contestedValues(base: PageContents, one: UnsavedValue, theirs: PageContents): ContestedValue[] {
  const { part, field, value } = one
  const before = baseValue(base, part, field)
  const after = baseValue(theirs, part, field)
  return leavesOf(one, before, after)
    .map((property) => ({ part, field, property, base: leafOf(before, { field, property }) }))
    .filter((leaf) => {
      const [own, other] = [leafOf(value, leaf), leafOf(after, leaf)]
      return !isSame(leaf.base, own) && !isSame(leaf.base, other) && !isSame(own, other)
    })
}

/** Widgets that are new, gone or from elsewhere make no conflict: they keep a place of their own. */
function contestedOrder(
  base: PageContents,
  mine: readonly UnsavedValue[],
  theirs: PageContents,
  part: number,
): ContestedValue[] {
  const both = (ids: readonly number[] = []): readonly number[] =>
    ids.filter((id) => base.widgets.has(id) && theirs.widgets.has(id))
  const before = both(base.children.get(part))
  const own = both(shownPlacement(base, mine).get(part))
  const other = both(theirs.children.get(part))
  if (isSame(before, own) || isSame(before, other) || isSame(own, other)) return []
  return [{ part, field: 'children', property: null, base: base.children.get(part) ?? [] }]
}

/** The properties that any of the values has; null stands for a value that has none. */
function leavesOf({ field, value }: Pick<UnsavedValue, 'field' | 'value'>, ...others: readonly unknown[]) {
  if (!isNamedValues(field)) return [null]
  return [...new Set([value, ...others].flatMap((props) => Object.keys(propsOf(props))))]
}

const propsOf = (value: unknown): Props => (value ?? {}) as Props

function leafOf(
  value: unknown,
  { property }: Pick<Leaf, 'property'> & { readonly field: PartField },
): unknown {
  if (property === null) return value
  // What is only inherited is no property.
  return Object.hasOwn(propsOf(value), property) ? propsOf(value)[property] : undefined
}

function valueIn(base: PageContents, unsaved: readonly UnsavedValue[], { part, field }: Leaf): unknown {
  if (field === 'children') return shownPlacement(base, unsaved).get(part) ?? []
  const edited = unsaved.find((one) => one.part === part && one.field === field)
  return edited ? edited.value : baseValue(base, part, field)
}

/** What is to be decided before anything is saved, as it is now. */
export function openConflicts(state: PageState): readonly PageConflict[] {
  const { base, contested } = state
  if (!base) return []
  return contested.flatMap((one): readonly PageConflict[] => {
    const record = recordOf(base, one.part)
    const mine = leafOf(shownValue(state, one.part, one.field), one)
    const theirs = leafOf(baseValue(base, one.part, one.field), one)
    if (!record || isSame(mine, theirs)) return []
    const { part, field, property } = one
    const widget = part === pagePart ? null : part
    return [{ widget, field, property, base: one.base, mine, theirs, at: record.modifiedat }]
  })
}

const isLeaf = (one: Leaf, other: Leaf): boolean =>
  one.part === other.part && one.field === other.field && one.property === other.property

/** What is edited, and what can be undone, over what was read now: of each property its last value. */
export function rebase(state: PageState, theirs: PageContents): PageState {
  const { base, unsaved, contested } = state
  if (!base) return state
  const known = assumedBase(base, state.unheard, theirs)
  const found = contestedOf(known, unsaved, theirs).filter(
    ({ field }) => field !== 'children' || !state.isOrderUnheard,
  )
  const kept = contested.filter((one) => !found.some((other) => isLeaf(one, other)))
  const over = (part: number, field: PartField, value: unknown): unknown =>
    merged(field, baseValue(known, part, field), value, baseValue(theirs, part, field))
  const isTakenBack = ({ part, field, value }: UnsavedValue): boolean =>
    isSame(baseValue(known, part, field), value) &&
    !isSame(baseValue(known, part, field), baseValue(theirs, part, field))
  const overEdit = (edit: Edit): Edit =>
    edit.map((one) => ({
      ...one,
      before: over(one.part, one.field, one.before),
      after: over(one.part, one.field, one.after),
    }))
  return {
    ...state,
    // A value that was taken back, while what somebody else wrote was not known yet, is theirs by now.
    unsaved: unsaved
      .filter((one) => one.field === 'children' || isNamedValues(one.field) || !isTakenBack(one))
      .map((one) =>
        isNamedValues(one.field) ? { ...one, value: over(one.part, one.field, one.value) } : one,
      ),
    past: state.past.map(overEdit),
    future: state.future.map(overEdit),
    contested: [...kept, ...found],
  }
}

/** A value over another base: what it does not change is as they have it. Orders name what they name. */
function merged(field: PartField, base: unknown, value: unknown, theirs: unknown): unknown {
  if (field === 'children' || isSame(base, theirs)) return value
  if (!isNamedValues(field)) return isSame(base, value) ? theirs : value
  const leaves = leavesOf({ field, value }, base, theirs).flatMap((property) => {
    const leaf = { field, property }
    const own = leafOf(value, leaf)
    const chosen = isSame(leafOf(base, leaf), own) ? leafOf(theirs, leaf) : own
    return chosen === undefined || property === null ? [] : [[property, chosen] as const]
  })
  return Object.fromEntries(leaves)
}

/** What both began with: where the server holds what was sent without an answer, that. */
function assumedBase(
  base: PageContents,
  unheard: readonly UnsavedValue[],
  theirs: PageContents,
): PageContents {
  return unheard.reduce((known, { part, field, value }) => {
    const record = recordOf(known, part)
    if (!record || isSame(baseValue(base, part, field), baseValue(theirs, part, field))) return known
    const next = { ...record, [field]: value }
    return part === pagePart
      ? { ...known, page: next as PageContents['page'] }
      : { ...known, widgets: new Map(known.widgets).set(part, next as never) }
  }, base)
}

/** Decides values: mine are saved over theirs, theirs take the place of mine, as an edit. */
export function resolve(state: PageState, values: readonly Leaf[], choice: 'mine' | 'theirs'): PageState {
  const chosen = state.contested.filter((one) => values.some((leaf) => isLeaf(leaf, one)))
  const decided: PageState = {
    ...state,
    contested: state.contested.filter((one) => !chosen.includes(one)),
    writeError: null,
  }
  const { base } = state
  if (choice === 'mine' || !base) return decided
  return withoutUnchanged(
    [...Map.groupBy(chosen, ({ part }) => part)].reduce((next, [part, leaves]) => {
      const taken = leaves.reduce<Record<string, unknown>>((fields, leaf) => {
        const { field, property } = leaf
        const theirs = leafOf(baseValue(base, part, field), leaf)
        if (property === null) return { ...fields, [field]: theirs }
        const { [property]: _mine, ...others } = propsOf(fields[field] ?? shownValue(next, part, field))
        return { ...fields, [field]: theirs === undefined ? others : { ...others, [property]: theirs } }
      }, {})
      return makeEdit(next, changesOf(next, part, taken as PartValues))
    }, decided),
  )
}
