// With its messages.
import '../errors/error-table.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../errors/api-error.ts'
import { formatQuery } from './format-query.ts'
import { longForms, operators } from './operators.ts'
import { parseQuery } from './parse-query.ts'
import { fieldsOf, type Query } from './query-ast.ts'

const failure = (input: unknown): ApiError => {
  try {
    parseQuery(input)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('it parsed')
}

const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
const field = fc.constantFrom('name', 'keywords', 'metadata.filesize', 'rootnature.name', 'été')
const query: fc.Arbitrary<Query> = fc.letrec<{ node: Query; leaf: Query }>((tie) => ({
  leaf: fc
    .record({
      kind: fc.constant('compare' as const),
      field,
      operator: fc.constantFrom(...operators),
      value: scalar,
      more: fc.array(scalar, { maxLength: 3 }),
    })
    .map(({ kind, field: name, operator, value, more }) => ({
      kind,
      field: name,
      operator,
      values: ['in', 'nin', 'dof', 'ndof', 'ct'].includes(operator) ? [value, ...more] : [value],
    })),
  node: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('node'), { minLength: 2, maxLength: 4 }),
    }),
    fc.record({ kind: fc.constant('not' as const), part: tie('node') }),
  ),
})).node

describe('P9.08 the query language', () => {
  test('what is formatted parses to the same query', () => {
    fc.assert(
      fc.property(query, (one) => {
        expect(parseQuery(JSON.parse(JSON.stringify(formatQuery(one))))).toEqual(one)
      }),
    )
  })
  test.each(Object.entries(longForms))('%s is %s', (long, operator) => {
    expect(parseQuery({ name: { [long]: 'a' } })).toEqual(parseQuery({ name: { [operator]: 'a' } }))
    expect(parseQuery({ name: { [long.toUpperCase()]: 'a' } })).toEqual(
      parseQuery({ name: { [operator]: 'a' } }),
    )
  })
  test('a bare value is eq, {} constrains nothing, id 0 matches nothing', () => {
    expect(parseQuery({ name: 'a' })).toEqual({
      kind: 'compare',
      field: 'name',
      operator: 'eq',
      values: ['a'],
    })
    for (const empty of [{}, '{}', '', undefined, { and: [] }, { and: [{}, {}] }])
      expect(parseQuery(empty)).toEqual({ kind: 'all' })
    for (const none of [{ id: 0 }, { id: '0' }, { or: [] }, { and: [{ name: 'a' }, { id: 0 }] }, { not: {} }])
      expect(parseQuery(none)).toEqual({ kind: 'none' })
  })
  test('several fields or operators in one object hold together', () => {
    expect(parseQuery({ a: 1, b: { gt: 2, lt: 5 } })).toEqual(
      parseQuery({ and: [{ a: 1 }, { and: [{ b: { gt: 2 } }, { b: { lt: 5 } }] }] }),
    )
  })
  test('an entity stands for its id', () => {
    expect(parseQuery({ keywords: { in: [{ id: 3, name: 'x' }] } })).toEqual(
      parseQuery({ keywords: { in: [3] } }),
    )
  })
})

describe('errors point at the place', () => {
  test.each([
    [{ and: [{ a: 1 }, { name: { $gt: 1 } }] }, '$.and[1].name.$gt'],
    [{ name: { '>': 1 } }, '$.name.>'],
    [{ or: {} }, '$.or'],
    [{ not: [] }, '$.not'],
    [{ name: [1] }, '$.name'],
    [{ name: { eq: [1] } }, '$.name.eq'],
    [{ name: {} }, '$.name'],
    [{ $where: '1' }, '$.$where'],
    [{ keywords: { in: [1, {}] } }, '$.keywords.in[1]'],
    ['{"a":', '$'],
    ['[1]', '$'],
  ])('%j', (input, at) => {
    const error = failure(input)
    expect(error).toMatchObject({ code: 'query_syntax', status: 400, sub: 1200, data: { at } })
    expect(error.message).toMatch(/^JSON Query syntax error/)
  })
  test('hostile nesting and size end with an error, not with the server', () => {
    let deep: unknown = { a: 1 }
    for (let n = 0; n < 10_000; n++) deep = { not: deep }
    expect(failure(deep).code).toBe('query_syntax')
    expect(failure({ or: Array.from({ length: 3000 }, () => ({ a: 1 })) }).code).toBe('query_syntax')
    expect(failure({ a: { in: Array.from({ length: 20_000 }, () => 1) } }).code).toBe('query_syntax')
  })
  test('any JSON either parses or is a query_syntax error', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        try {
          parseQuery(text)
        } catch (error) {
          expect(error).toMatchObject({ code: 'query_syntax' })
        }
      }),
    )
  })
})

test('fieldsOf names each field once', () => {
  expect(fieldsOf(parseQuery({ and: [{ a: 1 }, { or: [{ b: 1 }, { not: { a: 2 } }] }] }))).toEqual(['a', 'b'])
})
