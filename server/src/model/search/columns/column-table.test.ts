import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  wordsOfCondition,
  type ColumnCondition,
  type NumberColumnName,
  type NumberOperator,
  type WordsCondition,
} from '../condition.ts'
import { createColumnTable, type ColumnRow, type ColumnTable } from './column-table.ts'
import { keyOfWords, type UnknownWords, type WantedWords } from './word-sets.ts'

/** Values 1 to 9 are of field a, 10 to 19 of b, and so on. */
const fieldOf = (value: number): string => 'abc'[Math.floor(value / 10)] ?? ''
const number = fc.option(fc.constantFrom(-1, 0, 1, 2.5, 6, 1e12), { freq: 2 })
const facets = fc.uniqueArray(fc.integer({ min: 1, max: 29 }), { maxLength: 6 })
const row: fc.Arbitrary<ColumnRow> = fc.record({
  numbers: fc.record({ status: number, owner_id: number, valid_from: number, valid_until: number }),
  facets,
  revision: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
  // More words than are kept at once, and so few ranks that many are equal.
  words: fc
    .array(fc.tuple(fc.nat(40), fc.constantFrom(0.5, 0.25, 0.1)), { maxLength: 4 })
    .map((found) => new Map(found.map(([n, rank]) => [keyOfWords(wordsAt(n)), Math.fround(rank)]))),
})
function wordsAt(n: number): WordsCondition {
  return { kind: 'words', query: `'w${n}'`, linksApart: n % 2 === 0 }
}
const words = fc.oneof(fc.nat(3), fc.nat(40)).map(wordsAt)
/**
 * Enough ids in a table that began with room for three that it grows, and so few in half of the steps that
 * what is deleted was there.
 */
const fewIds = fc.integer({ min: 1, max: 6 })
const id = fc.oneof(
  { weight: 2, arbitrary: fewIds },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 5_000_000_000 }) },
)
const operators: readonly NumberOperator[] = ['eq', 'neq', 'in', 'nin', 'gt', 'gte', 'lt', 'lte']
const columns: readonly NumberColumnName[] = ['status', 'owner_id', 'valid_from', 'valid_until']
const condition = fc.letrec<{ node: ColumnCondition; leaf: ColumnCondition }>((tie) => ({
  leaf: fc.oneof(
    fc.record({ kind: fc.constantFrom('all' as const, 'none' as const) }),
    fc.record({
      kind: fc.constant('overlap' as const),
      field: fc.constantFrom('a', 'b', 'c', 'unknown'),
      values: fc.array(fc.integer({ min: 1, max: 29 }), { maxLength: 6 }),
    }),
    fc.record({
      kind: fc.constant('number' as const),
      column: fc.constantFrom(...columns),
      operator: fc.constantFrom(...operators),
      values: fc.array(number, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('marked' as const),
      resource: fc.constant('asset'),
      personId: fc.constant(1),
      field: fc.constant('$rating' as const),
      values: fc.constant([5]),
      ids: fc.uniqueArray(id, { maxLength: 20 }),
    }),
    words,
  ),
  node: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('node'), { maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), part: tie('node') }),
  ),
})).node
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('set' as const), id, row }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), id: fewIds }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('many' as const),
      from: fc.integer({ min: 1, max: 3000 }),
      row,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('count' as const), condition, withFacets: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('sets' as const),
      condition,
      field: fc.constantFrom('a', 'b'),
      sets: fc.array(facets, { minLength: 1, maxLength: 40 }),
    }),
  },
  // Words are read while rows change, and learned later.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('begin' as const), words, isRanked: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('read' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('learn' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('best' as const),
      condition,
      words,
      max: fc.integer({ min: 1, max: 9 }),
      descendingIds: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('pick' as const), ids: fc.array(id, { maxLength: 9 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('revisions' as const),
      ids: fc.array(id, { maxLength: 30 }),
      conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
    }),
  },
)

type NumberedRow = ColumnRow & { readonly id: number }

function holds(on: ColumnCondition, wanted: NumberedRow): boolean {
  const { numbers, facets: has } = wanted
  switch (on.kind) {
    case 'all':
      return true
    case 'none':
      return false
    case 'and':
      return on.parts.every((part) => holds(part, wanted))
    case 'or':
      return on.parts.some((part) => holds(part, wanted))
    case 'not':
      return !holds(on.part, wanted)
    case 'overlap':
      return has.some((value) => fieldOf(value) === on.field && on.values.includes(value))
    case 'marked':
      return on.ids?.includes(wanted.id) === true
    case 'words':
      return wanted.words?.has(keyOfWords(on)) === true
    case 'number':
      return compares(numbers[on.column], on.operator, on.values)
  }
}

function compares(own: number | null, operator: NumberOperator, values: readonly (number | null)[]): boolean {
  const [value = null] = values
  const known = own !== null && value !== null
  switch (operator) {
    case 'eq':
      return own === value
    case 'neq':
      return own !== value
    case 'in':
      return own !== null && values.includes(own)
    case 'nin':
      return own === null || !values.includes(own)
    case 'gt':
      return known && own > value
    case 'gte':
      return known && own >= value
    case 'lt':
      return known && own < value
    case 'lte':
      return known && own <= value
  }
}

function countPlainly(
  rows: readonly ColumnRow[],
  withFacets: boolean,
): { total: number; byValue: [number, number][] } {
  const byValue = new Map<number, number>()
  for (const one of rows) for (const value of one.facets) byValue.set(value, (byValue.get(value) ?? 0) + 1)
  return { total: rows.length, byValue: withFacets ? [...byValue].toSorted(([a], [b]) => a - b) : [] }
}

type Rows = Map<number, NumberedRow>

/** Reads words from the rows, as the database gives them. */
function readWords({ words: wanted }: WantedWords, rows: Rows): { ids: Float64Array; ranks: Float32Array } {
  const found = [...rows.values()].flatMap(({ id: at, words: has }) => {
    const rank = has?.get(keyOfWords(wanted))
    return rank === undefined ? [] : [{ at, rank }]
  })
  return {
    ids: Float64Array.from(found, ({ at }) => at),
    ranks: Float32Array.from(found, ({ rank }) => rank),
  }
}

/** Learns what is unknown of these words. */
function know(table: ColumnTable, wanted: readonly WantedWords[], rows: Rows): void {
  const once = new Map(wanted.map((one) => [`${one.isRanked} ${keyOfWords(one.words)}`, one]))
  for (const unknown of table.unknownWords([...once.values()])) {
    const { ids, ranks } = readWords(unknown, rows)
    table.learn(unknown, ids, ranks)
  }
  expect(table.unknownWords([...once.values()])).toEqual([])
}

const plainly = (conditions: readonly ColumnCondition[]): WantedWords[] =>
  conditions.flatMap(wordsOfCondition).map((one) => ({ words: one, isRanked: false }))

test('a table counts what a plain list of rows does, whatever is set and deleted', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      const table = createColumnTable(3, fieldOf)
      const rows: Rows = new Map()
      const reading: { unknown: UnknownWords; found?: ReturnType<typeof readWords> }[] = []
      const set = (at: number, one: ColumnRow): void => {
        table.set(at, one)
        rows.set(at, { ...one, id: at })
      }
      const compare = (
        found: ReturnType<typeof table.count>,
        wanted: readonly ColumnRow[],
        withFacets: boolean,
      ): void => {
        const pairs = Array.from({ length: found.byValue.length / 2 }, (_, at) => [
          found.byValue[at * 2],
          found.byValue[at * 2 + 1],
        ])
        expect({ total: found.total, byValue: pairs }).toEqual(countPlainly(wanted, withFacets))
      }
      for (const one of steps) {
        if (one.kind === 'set') set(one.id, one.row)
        else if (one.kind === 'many') for (let at = 0; at < 1200; at++) set(one.from + at, one.row)
        else if (one.kind === 'delete') {
          table.delete(one.id)
          rows.delete(one.id)
        } else if (one.kind === 'begin')
          reading.push(...table.unknownWords([one]).map((unknown) => ({ unknown })))
        else if (one.kind === 'read') {
          for (const begun of reading) begun.found ??= readWords(begun.unknown, rows)
        } else if (one.kind === 'learn') {
          for (const { unknown, found } of reading.splice(0))
            if (found) table.learn(unknown, found.ids, found.ranks)
        } else if (one.kind === 'count') {
          know(table, plainly([one.condition]), rows)
          compare(
            table.count({ condition: one.condition }, { withFacets: one.withFacets }),
            [...rows.values()].filter((has) => holds(one.condition, has)),
            one.withFacets,
          )
        } else if (one.kind === 'best') {
          know(table, [...plainly([one.condition]), { words: one.words, isRanked: true }], rows)
          const rankOf = ({ words: has }: NumberedRow): number => has?.get(keyOfWords(one.words)) ?? 0
          const wanted = [...rows.values()]
            .filter((has) => holds(one.condition, has))
            .toSorted((a, b) => rankOf(b) - rankOf(a) || (one.descendingIds ? b.id - a.id : a.id - b.id))
            .slice(0, one.max)
          const { best } = table.count({ condition: one.condition }, { withFacets: true, best: one })
          expect([...(best?.ids ?? [])]).toEqual(wanted.map(({ id: at }) => at))
          expect([...(best?.ranks ?? [])]).toEqual(wanted.map(rankOf))
        } else if (one.kind === 'sets') {
          know(table, plainly([one.condition]), rows)
          const hits = [...rows.values()].filter((has) => holds(one.condition, has))
          const wanted = one.sets.map(
            (values) =>
              hits.filter((has) => holds({ kind: 'overlap', field: one.field, values }, has)).length,
          )
          const counted = table.count({ condition: one.condition }, { withFacets: false, sets: one })
          expect([...counted.bySet]).toEqual(wanted)
        } else if (one.kind === 'revisions') {
          know(table, plainly(one.conditions), rows)
          const revisionIf = (on: ColumnCondition, has: NumberedRow | undefined): number =>
            has && holds(on, has) ? has.revision : 0
          expect(
            table.revisions(Float64Array.from(one.ids), one.conditions).map((revisions) => [...revisions]),
          ).toEqual(one.conditions.map((on) => one.ids.map((at) => revisionIf(on, rows.get(at)))))
        } else
          compare(
            table.count({ ids: one.ids }, { withFacets: true }),
            [...new Set(one.ids)].flatMap((at) => rows.get(at) ?? []),
            true,
          )
      }
    }),
    { numRuns: 150 },
  )
})

test('rows of a number that was asked for before are counted after each change of it', () => {
  const table = createColumnTable(3, fieldOf)
  const set = (at: number, status: number | null): void =>
    table.set(at, {
      numbers: { status, owner_id: null, valid_from: null, valid_until: null },
      facets: [],
      revision: 1,
    })
  const count = (operator: NumberOperator, ...values: number[]): number =>
    table.count({ condition: { kind: 'number', column: 'status', operator, values } }, { withFacets: false })
      .total
  set(1, 6)
  set(2, 1)
  expect([count('eq', 6), count('in', 1, 6)]).toEqual([1, 2])
  set(2, 6)
  expect([count('eq', 6), count('in', 1, 6)]).toEqual([2, 2])
  set(1, null)
  expect([count('eq', 6), count('in', 1, 6)]).toEqual([1, 1])
  for (let at = 3; at < 2000; at++) set(at, 6)
  expect(count('eq', 6)).toBe(1998)
  for (const gone of [3, 4]) table.delete(gone)
  expect([count('eq', 6), count('gte', 6), count('neq', 6), count('nin', 1)]).toEqual([1996, 1996, 1, 1997])
})

test('rows that change while words are read, and rows that go, are counted as they are', () => {
  const table = createColumnTable(3, fieldOf)
  const [asked, other] = [wordsAt(1), wordsAt(2)]
  const set = (at: number, ...has: WordsCondition[]): void =>
    table.set(at, {
      numbers: { status: null, owner_id: null, valid_from: null, valid_until: null },
      facets: [],
      revision: 1,
      words: new Map(has.map((one) => [keyOfWords(one), 0.5])),
    })
  const find = (): number[] => [
    ...(table.count(
      { condition: asked },
      { withFacets: false, best: { words: asked, max: 9, descendingIds: false } },
    ).best?.ids ?? []),
  ]
  for (const at of [1, 2, 3]) set(at, asked)
  const [unknown] = table.unknownWords([{ words: asked, isRanked: true }])
  if (!unknown) throw new Error('They are known')
  // Read before three changes, learned after them.
  set(2, other)
  set(4, asked)
  table.delete(3)
  expect(table.unknownWords([{ words: asked, isRanked: true }])).toEqual([unknown])
  // Another reading of the same words, which began before these were forgotten, counts nothing.
  table.learn({ ...unknown, token: 'another' }, Float64Array.from([2]), Float32Array.from([0.5]))
  table.learn(unknown, Float64Array.from([1, 2, 3]), Float32Array.from([0.5, 0.5, 0.5]))
  expect(find()).toEqual([1, 4])
  table.learn(unknown, Float64Array.from([2]), Float32Array.from([0.5]))
  table.delete(1)
  expect(find()).toEqual([4])
  for (let at = 10; at < 2000; at++) set(at, at % 2 === 0 ? asked : other)
  expect(table.count({ condition: asked }, { withFacets: false }).total).toBe(996)
})
