import { isSame } from './page-edits.ts'
import type { Props } from './page-record.ts'
import type { PartField } from './page-state.ts'
import { inRisingOrder, matchWidgets, partsOf, type Placed } from './page-match.ts'
import type { Page, Widget } from './page-view.ts'

/** A widget that only one of two pages has, with what stands in it, or that stands elsewhere. */
export interface WidgetChange {
  readonly kind: 'added' | 'removed' | 'moved'
  /** As it was; null for one that was added. */
  readonly before: Widget | null
  /** As it is; null for one that was removed. */
  readonly after: Widget | null
}

/** A value of a widget, or of the page, that says another thing. */
export interface ValueDifference {
  readonly kind: 'changed'
  /** Both null: the page itself. */
  readonly before: Widget | null
  readonly after: Widget | null
  readonly field: Exclude<PartField, 'children' | 'slot' | 'position'>
  /** Name of the property, where the field is `props` or `translations`. */
  readonly property: string | null
  /** Undefined for a property that was not set. */
  readonly from: unknown
  readonly to: unknown
}
export type PageChange = WidgetChange | ValueDifference

type Compared = Pick<Page, 'name' | 'path' | 'public' | 'props' | 'translations' | 'children'>

/**
 * What is different in a page from another: its own values first, then its widgets in order, those that were
 * removed last. A working copy has widgets of its own ids: they are matched by what they say and
 * where they stand. What stands in a widget that was added or removed is not listed by itself. Files are not
 * compared. The other way about there are as many.
 */
export function comparePages(before: Compared, after: Compared): readonly PageChange[] {
  const [was, is] = [partsOf(before.children), partsOf(after.children)]
  const matches = matchWidgets(was, is)
  const { before: previous, after: next } = matches
  const moved = movedAmong(is, previous)
  const isTop = ({ owner }: Placed, known: ReadonlyMap<Placed, Placed>): boolean =>
    owner === null || known.has(owner)
  const changes = is.flatMap((part): readonly PageChange[] => {
    const old = previous.get(part)
    if (!old) return isTop(part, previous) ? [{ kind: 'added', before: null, after: part.widget }] : []
    const pair = { before: old.widget, after: part.widget }
    return [
      ...(moved.has(part) ? [{ kind: 'moved', ...pair } as const] : []),
      ...differences(old.widget, part.widget, ['name', 'value', 'enabled']).map((one) => ({
        ...one,
        ...pair,
      })),
    ]
  })
  const removed = was
    .filter((part) => !next.has(part) && isTop(part, next))
    .map((part): PageChange => ({ kind: 'removed', before: part.widget, after: null }))
  return [...differences(before, after, ['name', 'path', 'public']), ...changes, ...removed]
}

/** Widgets that stand in another place, and of those that changed places the fewest that had to. */
function movedAmong(parts: readonly Placed[], previous: ReadonlyMap<Placed, Placed>): ReadonlySet<Placed> {
  const kept = parts.filter((part) => {
    const old = previous.get(part)
    const owner = part.owner && previous.get(part.owner)
    return old !== undefined && old.owner === owner && old.widget.slot === part.widget.slot
  })
  const beside = Map.groupBy(kept, ({ owner }) => owner)
  const still = new Set(
    [...beside.values()].flatMap((siblings) =>
      [...Map.groupBy(siblings, ({ widget }) => widget.slot).values()].flatMap((list) =>
        inRisingOrder(list, (part) => previous.get(part)?.at ?? 0),
      ),
    ),
  )
  return new Set(parts.filter((part) => previous.has(part) && !still.has(part)))
}

type Values = Readonly<Partial<Record<ValueDifference['field'], unknown>>> & {
  readonly props: Props
  readonly translations: Props
}

function differences(
  before: Values,
  after: Values,
  fields: readonly Exclude<ValueDifference['field'], 'props' | 'translations'>[],
): readonly ValueDifference[] {
  const own = fields.map((field) => ({ field, property: null, from: before[field], to: after[field] }))
  const named = (['props', 'translations'] as const).flatMap((field) =>
    [...new Set([...Object.keys(before[field]), ...Object.keys(after[field])])].map((property) => ({
      field,
      property,
      from: ownOf(before[field], property),
      to: ownOf(after[field], property),
    })),
  )
  return [...own, ...named]
    .filter(({ from, to }) => !isSame(from, to))
    .map((one) => ({ kind: 'changed', before: null, after: null, ...one }))
}

/** What is only inherited is no property. */
function ownOf(props: Props, name: string): unknown {
  return Object.hasOwn(props, name) ? props[name] : undefined
}
