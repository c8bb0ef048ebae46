import {
  calls,
  formatQuery,
  operators,
  type EntityData,
  type Operator,
  type Query,
  type QueryValue,
} from '@cartouche/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '../../access/identity.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { findEntities } from './find-entities.ts'

/** A row as a plain program knows it. Links hold ids. */
interface Row {
  readonly id: number
  readonly city: string | null
  readonly credit: string | null
  readonly width: number | null
  readonly takenat: string | null
  readonly keywords: readonly number[]
  readonly rootnature: readonly number[]
}

const cities = ['Brest', 'brest', 'Bréhat', 'Nantes', 'São Paulo', '100%_\\']
const credits = ['Ada', 'ADA Lovelace', 'lovelace', 'Straße']
const instants = ['2024-01-01T00:00:00.000Z', '2025-05-05T12:00:00.000Z', '2026-11-20T08:00:00.000Z']
const widths = [1, 2, 10, 300]
let library: TestLibrary
let editor: SignedIn
let rows: readonly Row[] = []
/** Keywords: a, b below a, c below b, d alone. */
let keywords: readonly number[] = []
const parents = new Map<number, number>()

beforeAll(async () => {
  library = await createTestLibrary()
  editor = await library.user('editor')
  const a = await library.createNode('assetkeyword', 'a')
  const b = await library.createNode('assetkeyword', 'b', a)
  const c = await library.createNode('assetkeyword', 'c', b)
  keywords = [a, b, c, await library.createNode('assetkeyword', 'd')]
  parents.set(b, a).set(c, b)
  const optional = <T>(values: readonly T[]): fc.Arbitrary<T | null> => fc.constantFrom(...values, null)
  const orders = fc.sample(
    fc.record({
      city: optional(cities),
      credit: optional(credits),
      width: optional(widths),
      takenat: optional(instants),
      keywords: fc.subarray([...keywords]),
      rootnature: fc.subarray([1, 2, 3], { maxLength: 1 }),
    }),
    { numRuns: 60, seed: 20_261_120 },
  )
  rows = await Promise.all(
    orders.map(async ({ keywords: linked, rootnature, ...props }) => ({
      id: await library.createAsset({ name: 'x', props, links: { keywords: linked, rootnature } }),
      ...props,
      keywords: linked,
      rootnature,
    })),
  )
})
afterAll(() => library.close())

const textOperators: readonly Operator[] = ['eq', 'neq', 'in', 'nin', 'sw', 'ew', 'ct']
const orderOperators: readonly Operator[] = ['eq', 'neq', 'in', 'nin', 'gt', 'gte', 'lt', 'lte']
const compare = (
  field: string,
  ops: readonly Operator[],
  value: fc.Arbitrary<QueryValue>,
): fc.Arbitrary<Query> =>
  fc
    .constantFrom(...ops)
    .chain((operator) =>
      fc
        .array(value, { minLength: 1, maxLength: ['in', 'nin', 'dof', 'ndof'].includes(operator) ? 3 : 1 })
        .map((values) => ({ kind: 'compare' as const, field, operator, values })),
    )
const orNull = <T extends QueryValue>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(values, { freq: 6 })

/** Queries with every operator on fields of every kind. */
const anyQuery = (): fc.Arbitrary<Query> =>
  fc.letrec<{ query: Query }>((tie) => ({
    query: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'query' },
      fc.oneof(
        compare('city', ['eq', 'neq', 'in', 'nin'], orNull(fc.constantFrom(...cities))),
        compare('city', ['sw', 'ew', 'ct'], fc.constantFrom('B', 'bre', 'EST', '%', '_', '\\', 'ao')),
        compare(
          'credit',
          textOperators.filter((one) => !['sw', 'ew', 'ct'].includes(one)),
          orNull(fc.constantFrom(...credits)),
        ),
        compare('credit', ['sw', 'ew', 'ct'], fc.constantFrom('ada', 'LOVE', 'sse')),
        compare('width', orderOperators.slice(0, 4), orNull(fc.constantFrom(...widths))),
        compare('width', orderOperators.slice(4), fc.constantFrom(...widths)),
        compare('takenat', orderOperators.slice(0, 4), orNull(fc.constantFrom(...instants))),
        compare('takenat', orderOperators.slice(4), fc.constantFrom(...instants)),
        compare(
          'keywords',
          ['eq', 'neq', 'in', 'nin', 'ct', 'dof', 'ndof'],
          fc.nat(3).map((at) => keywords[at] ?? 0),
        ),
        compare('keywords', ['eq', 'in', 'nin'], fc.constant(null)),
        compare('rootnature', ['eq', 'neq', 'in', 'nin'], orNull(fc.constantFrom(1, 2, 3, 5))),
        compare(
          'id',
          orderOperators,
          fc.nat(59).map((at) => rows[at]?.id ?? 0),
        ),
      ),
      fc.record({
        kind: fc.constantFrom('and' as const, 'or' as const),
        parts: fc.array(tie('query'), { minLength: 1, maxLength: 3 }),
      }),
      tie('query').map((part) => ({ kind: 'not' as const, part })),
      fc.constantFrom<Query>({ kind: 'all' }, { kind: 'none' }),
    ),
  })).query

/** What a query means, said without any index. */
function holds(query: Query, row: Row): boolean {
  switch (query.kind) {
    case 'all':
      return true
    case 'none':
      return false
    case 'and':
      return query.parts.every((part) => holds(part, row))
    case 'or':
      return query.parts.some((part) => holds(part, row))
    case 'not':
      return !holds(query.part, row)
    case 'compare':
      return compares(query.field, query.operator, query.values, row)
  }
}

function compares(field: string, operator: Operator, values: readonly QueryValue[], row: Row): boolean {
  const value = row[field as keyof Row]
  if (Array.isArray(value)) {
    const links = value as readonly number[]
    const has = values.some((one) => (one === null ? links.length === 0 : links.includes(Number(one))))
    if (operator === 'dof') return links.some((link) => values.some((one) => isBelow(link, Number(one))))
    if (operator === 'ndof') return !links.some((link) => values.some((one) => isBelow(link, Number(one))))
    return operator === 'neq' || operator === 'nin' ? !has : has
  }
  const scalar = value as string | number | null
  const [first = null] = values
  // Facets compare their texts as they are, other texts are folded, as full text is.
  const plain = (one: QueryValue): QueryValue =>
    typeof one === 'string' && field === 'credit' ? fold(one) : one
  const listed = values.some((one) => plain(one) === plain(scalar))
  switch (operator) {
    case 'eq':
    case 'in':
      return listed
    case 'neq':
    case 'nin':
      return !listed
    case 'gt':
      return scalar !== null && first !== null && scalar > first
    case 'gte':
      return scalar !== null && first !== null && scalar >= first
    case 'lt':
      return scalar !== null && first !== null && scalar < first
    case 'lte':
      return scalar !== null && first !== null && scalar <= first
    case 'sw':
      return scalar !== null && fold(String(scalar)).startsWith(fold(String(first)))
    case 'ew':
      return scalar !== null && fold(String(scalar)).endsWith(fold(String(first)))
    case 'ct':
      return scalar !== null && fold(String(scalar)).includes(fold(String(first)))
    default:
      throw new Error(`${operator} on ${field}`)
  }
}

function isBelow(node: number, top: number): boolean {
  const parent = parents.get(node)
  return node === top || (parent !== undefined && isBelow(parent, top))
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
}

test(
  'P9.08 D9.20 random queries find exactly the rows that a plain interpreter finds, pages and totals too',
  { timeout: 120_000 },
  async () => {
    expect(new Set(operators)).toEqual(new Set([...textOperators, ...orderOperators, 'dof', 'ndof']))
    await fc.assert(
      fc.asyncProperty(
        anyQuery(),
        fc.constantFrom('id', 'id desc', 'width, id', 'takenat desc'),
        async (query, orderby) => {
          const wanted = rows.filter((row) => holds(query, row)).map(({ id }) => id)
          const found: number[] = []
          for (let after: string | undefined; ;) {
            const { response, links } = await findEntities(
              library.as(editor),
              calls.findEntities.input.parse({
                path: 'dam/data/asset',
                query: formatQuery(query),
                orderby,
                max: 25,
                after,
              }),
            )
            expect(response.total).toBe(wanted.length)
            found.push(...response.data.map((one) => (one as EntityData).id))
            if (links.nextResultsToken === undefined) break
            after = links.nextResultsToken
          }
          expect(found.toSorted((one, other) => one - other)).toEqual(
            wanted.toSorted((one, other) => one - other),
          )
        },
      ),
      { numRuns: 300, endOnFailure: true },
    )
  },
)
