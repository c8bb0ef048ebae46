import { parseQuery } from '@cartouche/contract'
import { expect, test } from 'vitest'
import { costOf, requireModest, requireModestSearches } from './query-budget.ts'

const list = (length: number) => Array.from({ length }, (_, n) => n + 1)
const texts = (length: number) => list(length).map((n) => `text ${n}`)

test('what screens and people ask for costs little beside what a search may cost', () => {
  const wide = {
    and: [
      { keywords: { in: list(50) } },
      { collections: { dof: list(20) } },
      { city: { in: texts(30) } },
      { name: { ct: 'harbour' } },
      { status: 6 },
      { takenat: { gte: '2024-01-01', lt: '2025-01-01' } },
    ],
  }
  expect(costOf(parseQuery(wide))).toBeLessThan(20)
  expect(() => requireModest(parseQuery({ id: { in: list(10_000) } }))).not.toThrow()
  expect(() => requireModestSearches([{ query: parseQuery(wide), times: 30 }])).not.toThrow()
})

test('a query of many comparisons, long lists or many patterns is refused, with what it costs', () => {
  for (const query of [
    { or: list(1500).map((n) => ({ width: n })) },
    { or: list(12).map(() => ({ keywords: { in: list(10_000) } })) },
    { credit: { ct: texts(200) } },
    { or: list(50).map((n) => ({ 'keywords.name': `${n}` })) },
    { not: { or: list(1500).map((n) => ({ width: n })) } },
  ])
    expect(() => requireModest(parseQuery(query)), JSON.stringify(query).slice(0, 60)).toThrow(
      expect.objectContaining({
        code: 'query_too_large',
        status: 400,
        data: { cost: expect.any(Number), max: 1000 },
      }),
    )
})

test('searches of one answer cost together', () => {
  const query = parseQuery({ and: list(60).map((n) => ({ width: { neq: n } })) })
  expect(() => requireModestSearches([{ query, times: 1 }])).not.toThrow()
  expect(() => requireModestSearches([{ query, times: 61 }])).toThrow(
    expect.objectContaining({ code: 'query_too_large' }),
  )
})
