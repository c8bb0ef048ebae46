import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

test('JSON is parsed as ever', () => {
  const value = { a: [1, 'two: "quoted", [and] {more}', { b: null }], 'c\\': 'ends with \\' }
  expect(parseJson(JSON.stringify(value))).toEqual(value)
  expect(parseJson(' 12 ')).toBe(12)
  expect(
    parseJson(JSON.stringify(Array.from({ length: 100_000 }, (_, id) => ({ type: 'asset', id })))),
  ).toHaveLength(100_000)
})

test.for(['', '{', '"open', '"open\\', ']]]]', '{"a":1}}'])('%s is a syntax error', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError)
})

test('what is nested or split too far is refused before it is parsed', () => {
  expect(() => parseJson('['.repeat(65) + ']'.repeat(65))).toThrow('nested deeper than 64')
  expect(parseJson('['.repeat(64) + ']'.repeat(64))).toHaveLength(1)
  expect(() => parseJson('['.repeat(10_000_000))).toThrow('nested deeper than 64')
  expect(() => parseJson(`[${'0,'.repeat(320_001)}0]`)).toThrow('more than 320000 values')
  expect(() => parseJson('[0,0,0,0]', 2)).toThrow('more than 2 values')
  const names = (count: number): string =>
    `{${Array.from({ length: count }, (_, at) => `"k${at}":0`).join(',')}}`
  expect(() => parseJson(names(10_001))).toThrow('more than 10000 names in one object')
  expect(Object.keys(parseJson(names(10_000)) as object)).toHaveLength(10_000)
  expect(parseJson(`[${names(9000)},${names(9000)}]`)).toHaveLength(2)
  // Signs within a string count for nothing.
  expect(parseJson(JSON.stringify({ text: '{[:,'.repeat(200_000) }))).toMatchObject({
    text: expect.any(String),
  })
})
