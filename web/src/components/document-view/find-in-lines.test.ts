import { expect, test } from 'vitest'
import { findInLines, hitsOf } from './find-in-lines.ts'

const lines = ['The harbour', 'nothing', 'HARBOUR, harbour (new)', '']

test('a text is found whatever its case, in order, as it is typed', () => {
  expect(findInLines(lines, 'harbour')).toEqual([
    { line: 0, start: 4, end: 11 },
    { line: 2, start: 0, end: 7 },
    { line: 2, start: 9, end: 16 },
  ])
  expect(findInLines(lines, '(new)')).toEqual([{ line: 2, start: 17, end: 22 }])
  expect(findInLines(lines, '.*')).toEqual([])
  expect(findInLines(['Château of Été', 'ete'], ['chateau', 'été', ''])).toEqual([
    { line: 0, start: 0, end: 7 },
    { line: 0, start: 11, end: 14 },
    { line: 1, start: 0, end: 3 },
  ])
  expect(findInLines(lines, '')).toEqual([])
})

test('the hits of a line are distinguished from those of others', () => {
  const hits = findInLines(lines, 'harbour')
  expect([0, 1, 2, 3].map((line) => hitsOf(hits, line).length)).toEqual([1, 0, 2, 0])
})

test('no more are looked for than anybody goes through', () => {
  expect(findInLines(['a'.repeat(20_000)], 'a')).toHaveLength(10_000)
})
