import type { Widget } from './page-view.ts'

/** A widget where it stands, with what distinguishes it. */
export interface Placed {
  readonly widget: Widget
  /** What it stands in; null for the page. */
  readonly owner: Placed | null
  /** Its place among those beside it. */
  readonly at: number
  readonly children: readonly Placed[]
  /** All that it says, and all that stands in it. */
  readonly content: string
  /** Words of the same, to see how alike two are. */
  readonly words: ReadonlySet<string>
}

/** Which widget of a page is which of another, both ways about. */
export interface Matches {
  readonly after: Map<Placed, Placed>
  readonly before: Map<Placed, Placed>
}

/** Pairs that are weighed against each other at most; of more, those in the same order are taken. */
const maxWeighed = 10_000
/** From here on two widgets are one that was changed, wherever they stand. */
const alikeFrom = 0.5

/** All widgets, each before what stands in it. */
export function partsOf(widgets: readonly Widget[]): readonly Placed[] {
  return widgets.map((widget, at) => placed(widget, null, at)).flatMap(withBelow)
}

function withBelow(part: Placed): readonly Placed[] {
  return [part, ...part.children.flatMap(withBelow)]
}

function placed(widget: Widget, owner: Placed | null, at: number): Placed {
  const { component, name, value, enabled, props, translations } = widget
  const children: Placed[] = []
  const said = {
    component: component?.name ?? '',
    name,
    value,
    enabled,
    props: sorted(props),
    ...(Object.keys(translations).length > 0 ? { translations: sorted(translations) } : {}),
  }
  const part = { widget, owner, at, children, content: '', words: new Set<string>() }
  for (const [index, child] of widget.children.entries()) children.push(placed(child, part, index))
  const text = JSON.stringify(said)
  const below = children.map((child) => `${JSON.stringify(child.widget.slot)}${child.content}`)
  part.content = `${text}[${below.join()}]`
  part.words = new Set([
    ...(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []),
    ...children.flatMap(({ words }) => [...words]),
  ])
  return part
}

/** The same whatever order the names came in. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, part]) => [name, sorted(part)])
}

/**
 * Pairs the widgets of two pages: those that say the same in the same place, those that are alike there, the
 * same wherever they are, alike wherever they are, and at last those of one component in the same place.
 * Among equals the first is paired with the first, so that the pairs are the same in both directions.
 */
export function matchWidgets(before: readonly Placed[], after: readonly Placed[]): Matches {
  const matches: Matches = { after: new Map(), before: new Map() }
  const within = (minScore: number): void => {
    pairChildren(matches, rootsOf(before), rootsOf(after), minScore)
    for (const part of before) {
      const other = matches.after.get(part)
      if (other) pairChildren(matches, part.children, other.children, minScore)
    }
  }
  within(alikeFrom)
  pairSame(matches, before, after, ({ content }) => content)
  pairAlike(matches, before, after, { keyOf: componentOf, minScore: alikeFrom })
  within(0)
  return matches
}

function pair({ after, before }: Matches, part: Placed, other: Placed): void {
  after.set(part, other)
  before.set(other, part)
}

const rootsOf = (parts: readonly Placed[]): readonly Placed[] => parts.filter(({ owner }) => owner === null)
const componentOf = ({ widget }: Placed): string => widget.component?.name ?? ''

function pairChildren(
  matches: Matches,
  before: readonly Placed[],
  after: readonly Placed[],
  minScore: number,
): void {
  pairSame(matches, before, after, ({ widget, content }) => `${widget.slot} ${content}`)
  const keyOf = (part: Placed): string => `${part.widget.slot} ${componentOf(part)}`
  pairAlike(matches, before, after, { keyOf, minScore })
}

/** What has no pair yet, by a key, in order. */
function openBy(
  parts: readonly Placed[],
  taken: ReadonlyMap<Placed, Placed>,
  keyOf: (part: Placed) => string,
): Map<string, Placed[]> {
  return Map.groupBy(
    parts.filter((part) => !taken.has(part)),
    keyOf,
  )
}

function pairSame(
  matches: Matches,
  before: readonly Placed[],
  after: readonly Placed[],
  keyOf: (part: Placed) => string,
): void {
  const others = openBy(after, matches.before, keyOf)
  for (const [key, list] of openBy(before, matches.after, keyOf))
    for (const [at, part] of list.entries()) {
      const other = others.get(key)?.[at]
      if (other) pair(matches, part, other)
    }
}

interface Alike {
  readonly keyOf: (part: Placed) => string
  readonly minScore: number
}

/** The most alike first; of those that are equally so, those that come first. */
function pairAlike(
  matches: Matches,
  before: readonly Placed[],
  after: readonly Placed[],
  { keyOf, minScore }: Alike,
): void {
  const others = openBy(after, matches.before, keyOf)
  for (const [key, list] of openBy(before, matches.after, keyOf)) {
    const found = others.get(key) ?? []
    const isMany = list.length * found.length > maxWeighed
    const pairs = isMany
      ? list.flatMap((part, at) => found.slice(at, at + 1).map((other) => ({ part, other })))
      : list.flatMap((part) => found.map((other) => ({ part, other })))
    const weighed = pairs
      .map(({ part, other }) => ({ part, other, score: likeness(part.words, other.words) }))
      .filter(({ score }) => score >= minScore)
      .toSorted((one, other) => other.score - one.score)
    for (const { part, other } of weighed)
      if (!matches.after.has(part) && !matches.before.has(other)) pair(matches, part, other)
  }
}

/** From 0, no word in common, to 1, the same words. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const word of one) if (other.has(word)) common++
  return one.size + other.size === 0 ? 1 : (2 * common) / (one.size + other.size)
}

/** As many as can be of a list in the order of their numbers, each higher than the one before. */
export function inRisingOrder<Item>(
  list: readonly Item[],
  numberOf: (item: Item) => number,
): readonly Item[] {
  interface Chain {
    readonly item: Item
    readonly before: Chain | undefined
  }
  // The chain of each length that ends lowest.
  const ends: Chain[] = []
  for (const item of list) {
    const found = ends.findIndex((end) => numberOf(end.item) >= numberOf(item))
    const at = found < 0 ? ends.length : found
    ends[at] = { item, before: ends[at - 1] }
  }
  const chosen: Item[] = []
  for (let chain = ends.at(-1); chain; chain = chain.before) chosen.unshift(chain.item)
  return chosen
}
