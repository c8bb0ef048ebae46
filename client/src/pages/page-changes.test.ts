import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparePages, type PageChange } from './page-changes.ts'
import { toPage, toWidget } from './page-record.ts'
import type { Page, Widget } from './page-view.ts'

/** A widget by what it says, whatever its id. */
interface Said {
  readonly component: string
  readonly slot: string
  readonly text: string
  readonly enabled: boolean
  readonly children: readonly Said[]
}

const said = (text: string, ...children: readonly Said[]): Said => ({
  component: children.length > 0 ? 'columns' : 'text',
  slot: '',
  text,
  enabled: true,
  children,
})
const part = { componentUid: '', componentFullUid: '', dirty: false, attachments: [] }
let lastId = 0

function widget({ component, slot, text, enabled, children }: Said): Widget {
  const entity = { id: ++lastId, $uuid: '', $resource: 'pagewidget' }
  const record = toWidget({ ...entity, component: { name: component }, slot, enabled, props: { text } })
  return { ...record, ...part, children: children.map(widget) }
}

/** A page of these, each time with other ids, as a working copy has them. */
function page(widgets: readonly Said[], values: Partial<Page> = {}): Page {
  const record = toPage({ id: ++lastId, $uuid: '', $resource: 'page', name: 'Page' })
  return { ...record, ...part, ...values, children: widgets.map(widget) }
}

const tree = fc.letrec<{ part: Said; parts: readonly Said[] }>((tie) => ({
  part: fc.record({
    component: fc.constantFrom('text', 'columns'),
    slot: fc.constantFrom('', 'second'),
    text: fc.constantFrom('one', 'two', 'one two', 'three four five', ''),
    enabled: fc.boolean(),
    children: fc.oneof({ depthSize: 'small' }, fc.constant([]), tie('parts')),
  }),
  parts: fc.array(tie('part'), { maxLength: 4 }),
})).parts

const namesOf = (changes: readonly PageChange[]): readonly string[] =>
  changes.map((one) => {
    const said = (one.after ?? one.before)?.props['text']
    const text = typeof said === 'string' ? said : 'page'
    return one.kind === 'changed'
      ? `${text}: ${one.property ?? one.field} ${JSON.stringify(one.from)} → ${JSON.stringify(one.to)}`
      : `${text}: ${one.kind}`
  })

/** What a page says, but for ids. */
const textOf = ({ name, props, children }: Page): string => {
  const said_ = ({ slot, enabled, component, props: own, children: below }: Widget): unknown => [
    slot,
    enabled,
    component,
    own,
    below.map(said_),
  ]
  return JSON.stringify([name, props, children.map(said_)])
}

test('a copy in which nothing was changed has no change, whatever its ids; any other has some', () => {
  fc.assert(
    fc.property(tree, tree, (one, other) => {
      expect(comparePages(page(one), page(one))).toEqual([])
      const [before, after] = [page(one), page(other)]
      expect(comparePages(before, after).length > 0).toBe(textOf(before) !== textOf(after))
    }),
    { numRuns: 300 },
  )
})

test('the other way about the changes are the same, turned round', () => {
  const turned = { added: 'removed', removed: 'added', moved: 'moved' } as const
  const describe = (one: PageChange): string => {
    const ids = `${one.before?.id} ${one.after?.id}`
    return one.kind === 'changed'
      ? `${ids} ${one.field} ${one.property} ${JSON.stringify([one.from, one.to])}`
      : `${ids} ${one.kind}`
  }
  const turn = (one: PageChange): PageChange =>
    one.kind === 'changed'
      ? { ...one, before: one.after, after: one.before, from: one.to, to: one.from }
      : { ...one, kind: turned[one.kind], before: one.after, after: one.before }
  // Which of several that changed places is said to have moved, can differ; how many, not.
  const still = (changes: readonly PageChange[]) => changes.filter(({ kind }) => kind !== 'moved')
  fc.assert(
    fc.property(tree, tree, (one, other) => {
      const [before, after] = [page(one), page(other)]
      const there = comparePages(before, after)
      const back = comparePages(after, before)
      expect(back).toHaveLength(there.length)
      expect(still(back).map(turn).map(describe).toSorted()).toEqual(still(there).map(describe).toSorted())
    }),
    { numRuns: 300 },
  )
})

test('one change is described as that one', () => {
  const [a, b, c] = [said('ships leave at dawn'), said('the old quay'), said('fog until noon')]
  const before = [a, b, said('box', c)]
  const changes = (after: readonly Said[]) => namesOf(comparePages(page(before), page(after)))
  expect(changes([a, said('box', c)])).toEqual(['the old quay: removed'])
  expect(changes([a, b, said('rain'), said('box', c)])).toEqual(['rain: added'])
  expect(changes([b, a, said('box', c)])).toHaveLength(1)
  expect(changes([b, said('box', c, a)])).toEqual(['ships leave at dawn: moved'])
  expect(changes([a, b, said('box', { ...c, slot: 'second' })])).toEqual(['fog until noon: moved'])
  expect(changes([a, { ...b, enabled: false }, said('box', c)])).toEqual([
    'the old quay: enabled true → false',
  ])
  expect(changes([a, said('the old quay, at night'), said('box', c)])).toEqual([
    'the old quay, at night: text "the old quay" → "the old quay, at night"',
  ])
  // Rewritten, in its place.
  expect(changes([a, said('snow'), said('box', c)])).toEqual(['snow: text "the old quay" → "snow"'])
  expect(changes([a, b])).toEqual(['box: removed'])
})

test('a widget that was removed with what stands in it is one change; what was taken out of it before has moved', () => {
  const [a, b] = [said('ships leave at dawn'), said('the old quay')]
  expect(namesOf(comparePages(page([said('box', a, b)]), page([b])))).toEqual([
    'the old quay: moved',
    'box: removed',
  ])
})

test('of two that say the same, the one that stayed is no change', () => {
  const [box, other] = [
    said('the left box', said('x'), said('a')),
    said('the right box', said('x'), said('b')),
  ]
  const after = [said('the left box', said('a')), other]
  expect(namesOf(comparePages(page([box, other]), page(after)))).toEqual(['x: removed'])
})

test('what the page says of itself comes first, property by property', () => {
  const before = page([said('one')], { path: '/a', props: { title: 'A', hidden: false } })
  const after = page([said('one')], {
    path: '/b',
    public: true,
    props: { title: 'B', hidden: false, language: 'fr' },
  })
  expect(namesOf(comparePages(before, after))).toEqual([
    'page: path "/a" → "/b"',
    'page: public false → true',
    'page: title "A" → "B"',
    'page: language undefined → "fr"',
  ])
})

test('a translation that changed is described by its own name, for the page and for a widget', () => {
  const [before, after] = [page([said('one')]), page([said('one')], { translations: { title_fr: 'Un' } })]
  const [widget_] = after.children
  const translated = { ...after, children: widget_ ? [{ ...widget_, translations: { text_fr: 'un' } }] : [] }
  expect(namesOf(comparePages(before, translated))).toEqual([
    'page: title_fr undefined → "Un"',
    'one: text_fr undefined → "un"',
  ])
})

test('widgets that say the same are distinguished by their translations', () => {
  const translated = (...texts: readonly string[]): Page => {
    const made = page(texts.map(() => said('one')))
    const children = made.children.map((one, at) => ({ ...one, translations: { text_fr: texts[at] } }))
    return { ...made, children }
  }
  expect(namesOf(comparePages(translated('un', 'deux'), translated('deux')))).toEqual(['one: removed'])
})

test('many that moved at once are described as moved', () => {
  const texts = Array.from({ length: 120 }, (_, at) => said(`text ${at}`))
  const changes = comparePages(page(texts), page([said('box', ...texts.toReversed())]))
  expect([changes[0]?.kind, new Set(changes.slice(1).map(({ kind }) => kind))]).toEqual([
    'added',
    new Set(['moved']),
  ])
})

test('10,000 widgets are compared', () => {
  const many = (last: string): Said[] =>
    Array.from({ length: 100 }, (_, at) =>
      said(
        `box ${at}`,
        ...Array.from({ length: 99 }, (_unused, inner) => said(`text ${at} ${inner} ${last}`)),
      ),
    )
  expect(comparePages(page(many('now')), page(many('then')))).toHaveLength(9900)
})
