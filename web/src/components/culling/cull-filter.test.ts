import { expect, test } from 'vitest'
import { countPicks, cullFilters, fitsFilter, neighbourIn } from './cull-filter.ts'

const none = { rating: 0, label: null, pick: null }
const marks = [
  none,
  { ...none, rating: 2 },
  { ...none, pick: 'picked' as const },
  { ...none, pick: 'rejected' as const },
]

test('the strip shows what fits', () => {
  expect(cullFilters.map((filter) => marks.map((one) => fitsFilter(filter, one)))).toEqual([
    [true, true, true, true],
    [true, false, false, false],
    [false, false, true, false],
    [false, false, false, true],
    [false, true, false, false],
  ])
  expect(countPicks(marks)).toEqual({ picked: 1, rejected: 1 })
})

test('the next one is the next that fits, also from one that does not fit any more', () => {
  const ids = [1, 2, 3, 4, 5]
  const fitting = new Set([1, 4])
  expect(neighbourIn(ids, fitting, 2, 1)).toBe(4)
  expect(neighbourIn(ids, fitting, 2, -1)).toBe(1)
  expect(neighbourIn(ids, fitting, 4, 1)).toBeUndefined()
})
