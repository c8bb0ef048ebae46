import { expect, test } from 'vitest'
import { roundMarks } from './round-marks.ts'

test('marks of an axis are round, and reach the largest number', () => {
  expect(roundMarks(0)).toEqual([0, 1])
  expect(roundMarks(3)).toEqual([0, 1, 2, 3])
  expect(roundMarks(7)).toEqual([0, 2, 4, 6, 8])
  expect(roundMarks(100)).toEqual([0, 20, 40, 60, 80, 100])
  expect(roundMarks(2_600_000)).toEqual([0, 1_000_000, 2_000_000, 3_000_000])
  expect(roundMarks(41_000)).toEqual([0, 10_000, 20_000, 30_000, 40_000, 50_000])
})
