import type { Widget } from '@cartouche/client'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { directions, find, inSlot, moveOf, outlineOf, placeBehind, type Outlined } from './outline.ts'

const widget = (id: number, component: string, children: readonly Widget[] = [], slot = ''): Widget => ({
  id,
  $version: 1,
  modifiedat: null,
  name: '',
  parent: '',
  slot,
  position: 0,
  enabled: true,
  value: null,
  props: {},
  translations: {},
  component: { name: component },
  features: [],
  validchildren: [],
  mastercomponent: null,
  componentUid: '',
  componentFullUid: '',
  dirty: false,
  children,
  attachments: [],
})
const linesOf = (page: Outlined) =>
  outlineOf(page).map((row) =>
    row.kind === 'slot' ? `${row.depth} column ${row.number}` : `${row.depth} ${row.widget.id}`,
  )

/** What the data layer makes of a move: those that are named stand there, in their order. */
function applied(page: Outlined, id: number, place: NonNullable<ReturnType<typeof moveOf>>): Outlined {
  const all = new Map(widgetsOf(page).map((one) => [one.id, one]))
  const own = all.get(id)
  if (own) all.set(id, { ...own, slot: place.slot })
  const listOf = (owner: number | null, before: readonly Widget[]): Widget[] => {
    const left = before.map((one) => one.id).filter((one) => one !== id)
    const ids = owner === place.owner ? [...new Set([...place.children, ...left])] : left
    return ids.flatMap((one) => {
      const found = all.get(one)
      return found ? [{ ...found, children: listOf(one, found.children) }] : []
    })
  }
  return { children: listOf(null, page.children) }
}
const widgetsOf = ({ children }: Outlined): Widget[] => children.flatMap((one) => [one, ...widgetsOf(one)])

const page: Outlined = {
  children: [
    widget(1, 'text'),
    widget(2, 'columns', [widget(3, 'text'), widget(4, 'text', [], 'second'), widget(5, 'text')]),
    widget(6, 'text'),
  ],
}
const moved = (id: number, direction: (typeof directions)[number], from = page) => {
  const place = moveOf(from, id, direction)
  return place && linesOf(applied(from, id, place))
}

test('the outline has every widget below what it stands in, columns by themselves', () => {
  expect(linesOf(page)).toEqual(['0 1', '0 2', '1 column 1', '2 3', '2 5', '1 column 2', '2 4', '0 6'])
})

test('a widget moves among those beside it, and into the column before or after', () => {
  expect(moved(6, 'up')?.slice(0, 3)).toEqual(['0 1', '0 6', '0 2'])
  expect(moved(1, 'down')?.slice(0, 2)).toEqual(['0 2', '1 column 1'])
  expect(moved(5, 'up')?.slice(3, 5)).toEqual(['2 5', '2 3'])
  expect(moved(5, 'down')?.slice(4, 7)).toEqual(['1 column 2', '2 5', '2 4'])
  expect(moved(4, 'up')?.slice(3, 7)).toEqual(['2 3', '2 5', '2 4', '1 column 2'])
  expect(moved(1, 'up')).toBeUndefined()
  expect(moved(4, 'down')).toBeUndefined()
})

test('a widget moves into what stands before it, and out behind what it stands in', () => {
  expect(moved(6, 'in')?.slice(3, 6)).toEqual(['2 3', '2 5', '2 6'])
  expect(moved(4, 'out')?.slice(-2)).toEqual(['0 4', '0 6'])
  expect(moved(2, 'in')).toBeUndefined()
  expect(moved(1, 'out')).toBeUndefined()
})

test('something new comes behind what is chosen, or at the end', () => {
  expect(placeBehind(page, 9, 1)).toEqual({ owner: null, slot: '', children: [1, 9, 2, 6] })
  expect(placeBehind(page, 9, 3)).toEqual({ owner: 2, slot: '', children: [3, 9, 5, 4] })
  expect(placeBehind(page, 9, { owner: 2, slot: 'second' })).toEqual({
    owner: 2,
    slot: 'second',
    children: [3, 5, 4, 9],
  })
  expect(placeBehind(page, 9, undefined).children).toEqual([1, 2, 6, 9])
})

test('what is dropped comes before or behind a widget, also one that stood beside it', () => {
  expect(placeBehind(page, 9, 2, { isBefore: true }).children).toEqual([1, 9, 2, 6])
  expect(placeBehind(page, 1, 6).children).toEqual([2, 6, 1])
  expect(placeBehind(page, 6, 1, { isBefore: true }).children).toEqual([6, 1, 2])
  expect(placeBehind(page, 1, undefined).children).toEqual([2, 6, 1])
  expect(placeBehind(page, 4, { owner: 2, slot: '' })).toEqual({ owner: 2, slot: '', children: [3, 5, 4] })
})

const trees = fc
  .array(
    fc.record({
      parent: fc.nat(),
      isContainer: fc.boolean(),
      slot: fc.constantFrom('', 'second', 'fourth', 'nonesuch'),
    }),
    { maxLength: 14 },
  )
  .map((parts): Outlined => {
    const childrenOf = (owner: number): Widget[] =>
      parts.flatMap(({ parent, isContainer, slot }, at) => {
        const above = at === 0 ? 0 : parent % (at + 1)
        const stands = above > 0 && parts[above - 1]?.isContainer ? above : 0
        return stands === owner
          ? [widget(at + 1, isContainer ? 'columns' : 'text', childrenOf(at + 1), stands === 0 ? '' : slot)]
          : []
      })
    return { children: childrenOf(0) }
  })
const moves = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...directions)), { maxLength: 20 })

test('whatever is moved, no widget is lost or doubled, and the outline shows each once', () => {
  fc.assert(
    fc.property(trees, moves, (tree, steps) => {
      const ids = widgetsOf(tree)
        .map(({ id }) => id)
        .toSorted((one, other) => one - other)
      let now = tree
      for (const [pick, direction] of steps) {
        const id = ids[pick % Math.max(1, ids.length)] ?? 0
        const place = moveOf(now, id, direction)
        if (!place) continue
        now = applied(now, id, place)
        const shown = outlineOf(now).flatMap((row) => (row.kind === 'widget' ? [row.widget.id] : []))
        expect(shown.toSorted((one, other) => one - other)).toEqual(ids)
        const owner = place.owner === null ? undefined : find(now, place.owner)?.widget
        expect((owner ? inSlot(owner, place.slot) : now.children).some((one) => one.id === id)).toBe(true)
      }
    }),
  )
})
