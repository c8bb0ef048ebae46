import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ColumnCondition, NumberColumnName, NumberOperator } from '../condition.ts'
import { createColumnTable, type ColumnRow } from './column-table.ts'

/** Values 1 to 9 are of field a, 10 to 19 of b, and so on. */
const fieldOf = (value: number): string => 'abc'[Math.floor(value / 10)] ?? ''
const number = fc.option(fc.constantFrom(-1, 0, 1, 2.5, 6, 1e12), { freq: 2 })
const facets = fc.uniqueArray(fc.integer({ min: 1, max: 29 }), { maxLength: 6 })
const row: fc.Arbitrary<ColumnRow> = fc.record({
  numbers: fc.record({ status: number, owner_id: number, valid_from: number, valid_until: number }),
  facets,
  revision: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
})
/**
 * Enough ids in a table that began with room for three that it grows, and that freed slots are taken again.
 */
const id = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 5_000_000_000 }))
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
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), id }) },
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

test('a table counts what a plain list of rows does, whatever is set and deleted', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      const table = createColumnTable(3, fieldOf)
      const rows = new Map<number, NumberedRow>()
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
        } else if (one.kind === 'count')
          compare(
            table.count({ condition: one.condition }, one.withFacets),
            [...rows.values()].filter((has) => holds(one.condition, has)),
            one.withFacets,
          )
        else if (one.kind === 'sets') {
          const hits = [...rows.values()].filter((has) => holds(one.condition, has))
          const wanted = one.sets.map(
            (values) =>
              hits.filter((has) => holds({ kind: 'overlap', field: one.field, values }, has)).length,
          )
          expect([...table.count({ condition: one.condition }, false, one).bySet]).toEqual(wanted)
        } else if (one.kind === 'revisions') {
          const revisionIf = (on: ColumnCondition, has: NumberedRow | undefined): number =>
            has && holds(on, has) ? has.revision : 0
          expect(
            table.revisions(Float64Array.from(one.ids), one.conditions).map((revisions) => [...revisions]),
          ).toEqual(one.conditions.map((on) => one.ids.map((at) => revisionIf(on, rows.get(at)))))
        } else
          compare(
            table.count({ ids: one.ids }, true),
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
    table.count({ condition: { kind: 'number', column: 'status', operator, values } }, false).total
  set(1, 6)
  set(2, 1)
  expect([count('eq', 6), count('in', 1, 6)]).toEqual([1, 2])
  set(2, 6)
  expect([count('eq', 6), count('in', 1, 6)]).toEqual([2, 2])
  set(1, null)
  expect([count('eq', 6), count('in', 1, 6)]).toEqual([1, 1])
  for (let at = 3; at < 2000; at++) set(at, 6)
  expect(count('eq', 6)).toBe(1998)
})
