import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partPath } from '@cartouche/contract'
import { conflictsOf, rebase } from './page-conflicts.ts'
import { contentsOf, type PageContents } from './page-contents.ts'
import { toPage, toWidget } from './page-record.ts'
import { newPage, type UnsavedValue } from './page-state.ts'

const widgetIds = [1, 2, 3, 4]
interface Said {
  readonly props: Readonly<Record<string, unknown>>
  readonly translations: Readonly<Record<string, unknown>>
  readonly value: string | null
  readonly enabled: boolean
  readonly order: readonly number[]
}

/** A page of four widgets; the first says something. */
function contents({ props, translations, value, enabled, order }: Said): PageContents {
  const parent = partPath({ resource: 'page', id: 9 })
  return contentsOf(
    toPage({ id: 9, $uuid: '', $resource: 'page', name: 'Page' }),
    order.map((id, position) =>
      toWidget({
        id,
        $uuid: '',
        $resource: 'pagewidget',
        parent,
        position,
        modifiedat: '2026-01-02T03:04:05.000Z',
        ...(id === 1 ? { props: { ...props }, translations: { ...translations }, value, enabled } : {}),
      }),
    ),
    [],
  )
}

const edit = (said: Said): UnsavedValue[] => [
  { part: 1, field: 'props', value: said.props, edit: 1 },
  { part: 1, field: 'translations', value: said.translations, edit: 1 },
  { part: 1, field: 'value', value: said.value, edit: 1 },
  { part: 1, field: 'enabled', value: said.enabled, edit: 1 },
  { part: 0, field: 'children', value: said.order, edit: 1 },
]

const property = fc.constantFrom('title', 'alt', 'asset', '__proto__')
const propertyValue = fc.constantFrom<unknown>(1, 2, null, [1, 2], { x: 1 }, { x: 2 })
const said: fc.Arbitrary<Said> = fc.record({
  props: fc.dictionary(property, propertyValue, { noNullPrototype: true }),
  translations: fc.dictionary(fc.constantFrom('title_fr', 'title_de'), fc.constantFrom('x', 'y'), {
    noNullPrototype: true,
  }),
  value: fc.constantFrom('a', 'b', null),
  enabled: fc.boolean(),
  order: fc.shuffledSubarray(widgetIds, { minLength: 4 }),
})

/** Each value by its name, as text. */
function leaves({ props, translations, value, enabled, order }: Said): Map<string, string> {
  const text = JSON.stringify
  return new Map([
    ...Object.entries(props).map(([name, one]) => [`props.${name}`, text(one)] as const),
    ...Object.entries(translations).map(([name, one]) => [`translations.${name}`, text(one)] as const),
    ['value', text(value)],
    ['enabled', text(enabled)],
    ['children', text(order)],
  ])
}

const nameOf = ({ field, property: name }: { readonly field: string; readonly property: string | null }) =>
  name === null ? field : `${field}.${name}`

test('a value conflicts where both changed it, to different things, and nowhere else', () => {
  fc.assert(
    fc.property(said, said, said, (base, mine, theirs) => {
      const [before, own, other] = [leaves(base), leaves(mine), leaves(theirs)]
      const names = [...new Set([...before.keys(), ...own.keys(), ...other.keys()])]
      const expected = names.filter(
        (name) =>
          own.get(name) !== before.get(name) &&
          other.get(name) !== before.get(name) &&
          own.get(name) !== other.get(name),
      )
      const found = conflictsOf(contents(base), edit(mine), contents(theirs))
      expect(found.map(nameOf).toSorted()).toEqual(expected.toSorted())
      for (const one of found)
        expect([one.base, one.mine, one.theirs].map((value) => JSON.stringify(value))).toEqual(
          [before, own, other].map((all) => all.get(nameOf(one))),
        )
    }),
    { numRuns: 300 },
  )
})

test('who came first makes no difference: the same conflicts, mine and theirs changed about', () => {
  fc.assert(
    fc.property(said, said, said, (base, mine, theirs) => {
      const here = conflictsOf(contents(base), edit(mine), contents(theirs))
      const there = conflictsOf(contents(base), edit(theirs), contents(mine))
      const turned = there.map((one) => ({ ...one, mine: one.theirs, theirs: one.mine }))
      const sorted = (list: typeof here) =>
        list.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
      expect(sorted(here)).toEqual(sorted(turned))
    }),
    { numRuns: 200 },
  )
})

test('properties that one of both changed are put together, in what is not saved and in what can be undone', () => {
  fc.assert(
    fc.property(said, said, said, (base, mine, theirs) => {
      const state = {
        ...newPage({ resource: 'page', id: 9 }),
        base: contents(base),
        unsaved: edit(mine).slice(0, 1),
        past: [[{ part: 1, field: 'props' as const, before: base.props, after: mine.props }]],
      }
      const after = rebase(state, contents(theirs))
      const [before, own, other] = [leaves(base), leaves(mine), leaves(theirs)]
      const names = [...new Set([...own.keys(), ...other.keys()])].filter((name) => name.startsWith('props.'))
      const expected = names.flatMap((name) => {
        const chosen = own.get(name) === before.get(name) ? other.get(name) : own.get(name)
        return chosen === undefined ? [] : [[name.slice('props.'.length), JSON.parse(chosen) as unknown]]
      })
      const merged = Object.fromEntries(expected) as unknown
      expect(after.unsaved[0]?.value).toEqual(merged)
      expect(after.past[0]?.[0]).toMatchObject({ before: theirs.props, after: merged })
    }),
    { numRuns: 200 },
  )
})

test('a conflict names its widget, or the page, and when theirs was saved; a widget that is gone has none', () => {
  const base: Said = { props: {}, translations: {}, value: 'a', enabled: true, order: widgetIds }
  const theirs = { ...base, value: 'b', order: [2, 1, 3, 4] }
  const mine = edit({ ...base, value: 'c', order: [1, 2, 4, 3] })
  expect(conflictsOf(contents(base), mine, contents(theirs))).toMatchObject([
    { widget: 1, field: 'value', at: '2026-01-02T03:04:05.000Z' },
    { widget: null, field: 'children', base: widgetIds, mine: [1, 2, 4, 3], theirs: [2, 1, 3, 4] },
  ])
  expect(conflictsOf(contents(base), mine, contents({ ...base, order: [2, 3, 4] }))).toEqual([])
})
