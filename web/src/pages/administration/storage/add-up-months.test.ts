import { expect, test } from 'vitest'
import { addUpMonths } from './add-up-months.ts'

const today = new Date('2026-03-31T23:59:00Z')
const added = (month: string, sizeBytes: number, renditionsSizeBytes = 0) => ({
  month,
  sizeBytes,
  renditionsSizeBytes,
})

test('months without files keep what was there, over the end of a year and up to today', () => {
  expect(addUpMonths([added('2025-11', 100, 10), added('2026-01', 50, 5)], today)).toEqual([
    { month: '2025-10', originals: 0, renditions: 0 },
    { month: '2025-11', originals: 100, renditions: 10 },
    { month: '2025-12', originals: 100, renditions: 10 },
    { month: '2026-01', originals: 150, renditions: 15 },
    { month: '2026-02', originals: 150, renditions: 15 },
    { month: '2026-03', originals: 150, renditions: 15 },
  ])
})

test('files of the future, by a clock that was set back, are there too; an empty library has this month', () => {
  expect(addUpMonths([added('2026-04', 7)], today)).toEqual([
    { month: '2026-03', originals: 0, renditions: 0 },
    { month: '2026-04', originals: 7, renditions: 0 },
  ])
  expect(addUpMonths([], today)).toEqual([
    { month: '2026-02', originals: 0, renditions: 0 },
    { month: '2026-03', originals: 0, renditions: 0 },
  ])
})
