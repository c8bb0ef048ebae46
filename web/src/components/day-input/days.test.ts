import { expect, it } from 'vitest'
import { dayOf, endOf, firstWeekday } from './days.ts'

it('weeks begin as in the region', () => {
  expect(['en-US', 'en-GB', 'fr-FR', 'ar-EG'].map(firstWeekday)).toEqual([0, 1, 1, 6])
})

it('a day ends where the reader is, and is the same day there', () => {
  expect(dayOf(endOf('2026-03-01'))).toBe('2026-03-01')
  expect([dayOf(null), endOf(null)]).toEqual([null, null])
})
